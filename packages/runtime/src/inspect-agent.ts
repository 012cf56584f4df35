import type { JsonValue } from "@silo/artifacts/json";
import { siloError } from "@silo/errors";
import { placeBundle, placeOf, removeBundle } from "./bundle-module.js";
import { startHost, type Host } from "./isolation/host.js";
import type { BundlePlace, FromAgent, ToAgent } from "./isolation/messages.js";
import { fromWire } from "./isolation/wire-fault.js";
import { defaultLimits } from "./limits.js";
import { agentLoadFault, requireAgentFile } from "./read-agent.js";
import { withinTime } from "./within-time.js";

/**
 * Loads the agent at `file`, an absolute path, in a process of its own, and gives what it tells of itself; undefined for
 * one that tells nothing. The agent does not act. Throws the errors of `loadAgent`.
 */
export async function inspectAgent(
  file: string,
  {
    loadTimeoutMs = defaultLimits.loadTimeoutMs,
    signal,
  }: { loadTimeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<JsonValue | undefined> {
  requireAgentFile(file);
  const host = startHost("agent", { memoryMb: defaultLimits.memoryMb });
  const stop = (): void => host.kill();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const bundle = await placeBundle(file, agentLoadFault);
    host.watchOutput((text) => process.stderr.write(text));
    try {
      const found = await withinTime(ask(host, placeOf(bundle), loadTimeoutMs), loadTimeoutMs);
      if (found) return found.value;
      throw siloError("load_timeout", { file, timeoutMs: loadTimeoutMs });
    } finally {
      await removeBundle(bundle);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    host.kill();
  }
}

function ask(host: Host, place: BundlePlace, timeoutMs: number): Promise<JsonValue | undefined> {
  const send = (message: ToAgent): void => host.send(message);
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => reject(agentLoadFault(place.file, cause));
    host.listen((given) => {
      const message = given as FromAgent;
      if (message.type === "loaded") send({ type: "inspect" });
      else if (message.type === "inspected") resolve(message.about);
      else if (message.type === "refused") refuse(fromWire(message.error));
      else if (message.type === "crash") refuse(message.message);
    });
    void host.ended.then(({ how }) => refuse(`its process ended ${how}`));
    send({ type: "load", timeoutMs, isInspected: true, ...place });
  });
}
