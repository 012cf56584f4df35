import { buildWorld, generatedFolder } from "./build-world.js";
import { hasPeer } from "./peer.js";

if (hasPeer()) {
  const environment = buildWorld(generatedFolder("world"));
  console.log(`${environment.tasks.list().length} tasks in ${environment.folder}`);
}
