import type { JsonValue } from "@silo/artifacts/json";
import { siloError } from "@silo/errors";
import { placeBundle, placeOf, removeBundle } from "./bundle-module.js";
import { startHost, type Host } from "./isolation/host.js";
import type { BundlePlace, FromAgent, ToAgent } from "./isolation/messages.js";
import { overtimeMs } from "./isolation/seat-elsewhere.js";
import { fromWire } from "./isolation/wire-fault.js";
import { defaultLimits } from "./limits.js";
import { agentLoadFault, requireAgentFile } from "./read-agent.js";
import { withinTime } from "./within-time.js";

/**
 * Loads the agent at `file`, an absolute path, in a process of its own, and gives what is wrong with it and what it
 * lacks, as it says itself (`check`); undefined for one that cannot be asked. The agent does not act. Throws the errors
 * of `loadAgent`, and `cancelled`.
 */
export async function inspectAgent(
  file: string,
  {
    loadTimeoutMs = defaultLimits.loadTimeoutMs,
    signal,
  }: { loadTimeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<JsonValue[] | undefined> {
  requireAgentFile(file);
  const host = startHost("agent", { memoryMb: defaultLimits.memoryMb });
  const stop = (): void => host.kill();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const bundle = await placeBundle(file, agentLoadFault);
    host.watchOutput((text) => process.stderr.write(text));
    try {
      const asked = ask(host, placeOf(bundle), loadTimeoutMs).catch((thrown: unknown) => {
        throw signal?.aborted ? siloError("cancelled", { what: `The check of ${file}` }) : thrown;
      });
      const found = await withinTime(asked, loadTimeoutMs + overtimeMs);
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

function ask(host: Host, place: BundlePlace, timeoutMs: number): Promise<JsonValue[] | undefined> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown): void => reject(agentLoadFault(place.file, cause));
    host.listen((given) => {
      const message = given as FromAgent;
      if (message.type === "inspected") resolve(message.findings);
      else if (message.type === "refused") refuse(fromWire(message.error));
      else if (message.type === "crash") refuse(message.message);
    });
    void host.ended.then(({ how }) => refuse(`its process ended ${how}`));
    host.send({ type: "inspect", timeoutMs, ...place } satisfies ToAgent);
  });
}
