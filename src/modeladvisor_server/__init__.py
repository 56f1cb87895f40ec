"""REST and MCP over the modeladvisor library."""
