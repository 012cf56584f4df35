import { serveWorld } from "./isolation/world-child.js";

serveWorld();
