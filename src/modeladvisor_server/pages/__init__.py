"""Pages for people, at `/`: rendered on the server from the questions that REST and MCP answer."""
