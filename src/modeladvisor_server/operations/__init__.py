"""What those who run the server see of it: log, metrics and traces."""
