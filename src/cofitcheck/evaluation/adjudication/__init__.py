"""Disputed pairs judged by reading both tables: how good are the tags, and how good are we?"""
