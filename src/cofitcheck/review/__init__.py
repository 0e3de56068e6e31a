"""The review page, where people decide findings one by one, keep them for the next draft, and hand them over.

Nothing is imported here, as the web server, the database and the workbook need the extra `review`.
"""
