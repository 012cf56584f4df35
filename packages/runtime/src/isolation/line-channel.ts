import type { Duplex } from "node:stream";

/** JSON messages, a line each, between a run and one of its processes. */
export interface LineChannel {
  send(message: object): void;
  /** Stops and goes on reading, so that whoever sends too much has to wait. */
  pause(): void;
  resume(): void;
}

/** How long one message may be, in UTF-16 units. The senders keep well below it. */
const maxLine = 134_217_728;

/**
 * Opens the messages on a stream. `onBroken` is called for what is no message, or none that `onMessage` can read without
 * throwing: then the other side has written to the stream past this channel.
 */
export function openChannel(
  stream: Duplex,
  { onMessage, onBroken }: { onMessage: (message: object) => void; onBroken: () => void },
): LineChannel {
  let rest: string[] = [];
  let restLength = 0;
  const take = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return onBroken();
    }
    if (typeof message !== "object" || message === null) return onBroken();
    try {
      onMessage(message);
    } catch {
      onBroken();
    }
  };
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = chunk.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      take(rest.join("") + line);
      rest = [];
      restLength = 0;
    }
    rest.push(last);
    restLength += last.length;
    if (restLength > maxLine) {
      stream.destroy();
      onBroken();
    }
  });
  // The other side ended: that is told by its end, and not by what cannot be written to it.
  stream.on("error", () => undefined);
  return {
    send: (message) => {
      if (!stream.destroyed && stream.writable) stream.write(`${JSON.stringify(message)}\n`);
    },
    pause: () => stream.pause(),
    resume: () => stream.resume(),
  };
}
