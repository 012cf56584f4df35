import type { Duplex } from "node:stream";

/** JSON messages, a line each, between a run and one of its processes. */
export interface LineChannel {
  send(message: object): void;
  /** Stops and goes on reading, so that whoever sends too much has to wait. */
  pause(): void;
  resume(): void;
}

// Kept from before the author's code was loaded, which may put others in their place.
const { parse, stringify } = JSON;

/** How long one message may be, in UTF-16 units. The senders keep well below it. */
const maxLine = 134_217_728;

/**
 * Opens the messages on a stream. `onBroken` is called for what is no message, or none that `onMessage` can read without
 * throwing: then the other side has written to the stream past this channel. `onEnd` is called when it has closed it.
 */
export function openChannel(
  stream: Duplex,
  {
    onMessage,
    onBroken,
    onEnd,
  }: { onMessage: (message: object) => void; onBroken: () => void; onEnd: () => void },
): LineChannel {
  let rest: string[] = [];
  let restLength = 0;
  let isBroken = false;
  const breakOff = (): void => {
    isBroken = true;
    stream.destroy();
    onBroken();
  };
  const take = (line: string): void => {
    let message: unknown;
    try {
      message = parse(line);
    } catch {
      return breakOff();
    }
    if (typeof message !== "object" || message === null) return breakOff();
    try {
      onMessage(message);
    } catch {
      breakOff();
    }
  };
  stream.setEncoding("utf8");
  stream.on("end", onEnd);
  stream.on("data", (chunk: string) => {
    const lines = chunk.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      // What follows upon what is no message means nothing.
      if (isBroken) return;
      take(rest.join("") + line);
      rest = [];
      restLength = 0;
    }
    rest.push(last);
    restLength += last.length;
    if (restLength > maxLine) breakOff();
  });
  // The other side ended: that is told by its end, and not by what cannot be written to it.
  stream.on("error", () => undefined);
  return {
    send: (message) => {
      if (!stream.destroyed && stream.writable) stream.write(`${stringify(message)}\n`);
    },
    pause: () => stream.pause(),
    resume: () => stream.resume(),
  };
}
