export { mcp, type McpCommand } from "./mcp.js";
export { type McpRequest, type McpResult } from "./call-mcp.js";
export { type HttpServer, type McpProfile, type StdioServer } from "./mcp-profile.js";
