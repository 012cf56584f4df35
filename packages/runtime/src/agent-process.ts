import { serveAgent } from "./isolation/agent-child.js";

serveAgent();
