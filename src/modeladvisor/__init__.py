"""Sourced advice on AI image and video models."""
