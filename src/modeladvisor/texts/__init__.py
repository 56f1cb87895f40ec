"""Answers as compact Markdown, made from the same dicts as the JSON answers."""
