import { Socket } from "node:net";
import { channelFd } from "./host.js";
import { openChannel } from "./line-channel.js";
import { startWatchdog } from "./watchdog.js";

/** In a process of a run: opens the messages to and from the run, and starts the watchdog. */
export function openParent<In extends object, Out extends object>(
  onMessage: (message: In) => void,
): (message: Out) => void {
  const [parentId, memoryMb] = process.argv.splice(2).map(Number);
  startWatchdog({ parentId: parentId ?? 0, memoryMb: memoryMb ?? Infinity });
  const socket = new Socket({ fd: channelFd, readable: true, writable: true });
  const end = (): void => void process.kill(process.pid, "SIGKILL");
  // The run is gone, and so is the reason for this process.
  socket.on("close", end);
  const channel = openChannel(socket, {
    onMessage: (message) => onMessage(message as In),
    onBroken: end,
    onEnd: end,
  });
  return (message) => channel.send(message);
}
