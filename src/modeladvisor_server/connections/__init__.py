"""Connections of clients: bounded in number, size and time, and answered at once where the answer is ready."""
