"""The server's finite answers as files: what object storage and content networks can serve without the server."""
