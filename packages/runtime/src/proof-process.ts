import { serveProof } from "./proof/proof-child.js";

serveProof();
