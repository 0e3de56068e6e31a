"""The review page: findings decided one by one, kept for the next draft, and handed over.

Nothing is imported here: the web server, the database and the workbook need the extra `review`.
"""
