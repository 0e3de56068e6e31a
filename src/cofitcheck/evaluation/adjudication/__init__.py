"""Pairs on which tags and predictions disagree, judged by people: how good are the tags, and are we?"""
