"""Pairs on which tags and predictions disagree, judged by reading both tables: how good are the tags, and are we?"""
