import type { JsonValue } from "@silo/artifacts/json";
import { causeWithout, hideSecrets, readSecret, type Secret } from "../secrets.js";
import { ServiceError } from "../service-error.js";
import { allowRedirect, allowRequest, isHeaderValue, type AllowedRequest } from "./allowed-request.js";
import type { ApiProfile } from "./api-profile.js";
import type { ApiRequest, ApiResponse } from "./api-request.js";

const maxRedirects = 5;
const redirects = [301, 302, 303, 307, 308];

/**
 * Makes one request. Every status is a result; throws a `ServiceError` for what the profile does not allow
 * (`request_not_allowed`), `variable_missing`, `timed_out`, `connection_failed`, `body_too_large`. No secret is in what it
 * gives or throws. Redirects of GET and HEAD are followed within what the profile allows; others are results.
 */
export async function callApi(
  request: ApiRequest,
  { profile, signal }: { profile: ApiProfile; signal: AbortSignal },
): Promise<ApiResponse> {
  const allowed = allowRequest(request, profile);
  const secret = profile.auth && readSecret(profile.auth.env, request.profile);
  const secrets = secret ? [secret] : [];
  if (secret) authorize(allowed, { profile, secret, name: request.profile });
  if (request.body !== undefined) {
    if (!allowed.headers.has("content-type")) allowed.headers.set("content-type", "application/json");
  }
  const { timeoutMs = 30_000 } = profile;
  const timeout = AbortSignal.timeout(timeoutMs);
  const exchange = { request, profile, secrets, signal: AbortSignal.any([signal, timeout]) };
  try {
    const answer = await send(allowed, exchange);
    return hideSecrets(answer as unknown as JsonValue, secrets) as unknown as ApiResponse;
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (thrown instanceof ServiceError) throw thrown;
    const url = `${allowed.url.origin}${allowed.url.pathname}`;
    const facts = { profile: request.profile, method: allowed.method, url };
    const said = `${allowed.method} ${url}`;
    if (timeout.aborted) {
      const message = `${said} was not answered within ${timeoutMs} ms.`;
      throw new ServiceError("timed_out", message, { details: { ...facts, timeoutMs } });
    }
    const cause = causeWithout(secrets, thrown);
    const reason = reasonOf(cause);
    const message = `${said} could not be carried out: ${reason}`;
    throw new ServiceError("connection_failed", message, { details: { ...facts, reason }, cause });
  }
}

interface Exchange {
  request: ApiRequest;
  profile: ApiProfile;
  secrets: readonly Secret[];
  signal: AbortSignal;
}

function authorize(
  { url, headers }: AllowedRequest,
  { profile: { auth }, secret, name }: { profile: ApiProfile; secret: Secret; name: string },
): void {
  if (!auth) return;
  if ("query" in auth) return url.searchParams.set(auth.query, secret.value);
  const value = secret.value.trim();
  if (!isHeaderValue(value)) {
    const message = `Profile "${name}" sends the environment variable ${auth.env} in a header, and it holds a character that no header can carry.`;
    throw new ServiceError("variable_invalid", message, { details: { profile: name, variable: auth.env } });
  }
  headers.set(auth.header, auth.scheme === undefined ? value : `${auth.scheme} ${value}`);
}

async function send(first: AllowedRequest, exchange: Exchange): Promise<ApiResponse> {
  const { request, profile, secrets, signal } = exchange;
  const { method, headers } = first;
  let { url } = first;
  for (let count = 0; ; count += 1) {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const location = response.headers.get("location");
    const isFollowed =
      location !== null && redirects.includes(response.status) && (method === "GET" || method === "HEAD");
    if (!isFollowed) return readAnswer(response, exchange);
    await response.body?.cancel();
    url = allowRedirect(location, url, { name: request.profile, profile });
    const [secret] = secrets;
    if (profile.auth && "query" in profile.auth && secret)
      url.searchParams.set(profile.auth.query, secret.value);
    if (count === maxRedirects) {
      const details = { profile: request.profile, maxRedirects };
      throw new ServiceError("too_many_redirects", `The answer redirects more than ${maxRedirects} times.`, {
        details,
      });
    }
  }
}

async function readAnswer(response: Response, { request, profile }: Exchange): Promise<ApiResponse> {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"));
  const { maxBodyBytes = 1_000_000 } = profile;
  const bytes = await readBytes(response, { profile: request.profile, maxBodyBytes });
  const { status } = response;
  if (bytes.length === 0) return { status, headers, type: "none", body: null };
  return { status, headers, ...readBody(bytes, response.headers.get("content-type") ?? "") };
}

/** The whole body, unpacked, as long as it is within the limit: no more than that is ever held. */
async function readBytes(
  response: Response,
  { profile, maxBodyBytes }: { profile: string; maxBodyBytes: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!response.body) return Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels what has not come yet.
    if (size > maxBodyBytes) {
      const message = `The answer has a body of more than ${maxBodyBytes} bytes, the limit of profile "${profile}".`;
      throw new ServiceError("body_too_large", message, {
        details: { profile, maxBodyBytes, status: response.status },
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const textTypes = /^(text\/|application\/(xml|javascript|x-www-form-urlencoded|graphql|yaml)\b|[^;]*\+xml)/i;

/** What says that it is JSON and is not stays text, for the flow to see. */
function readBody(bytes: Buffer, contentType: string): Pick<ApiResponse, "type" | "body"> {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(contentType);
  if (!isJson && contentType !== "" && !textTypes.test(contentType))
    return { type: "base64", body: bytes.toString("base64") };
  const text = decode(bytes, contentType);
  if (!isJson) return { type: "text", body: text };
  try {
    return { type: "json", body: JSON.parse(text) as JsonValue };
  } catch {
    return { type: "text", body: text };
  }
}

function decode(bytes: Buffer, contentType: string): string {
  const [, charset = "utf-8"] = /;\s*charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** fetch itself says no more than that it failed. */
function reasonOf(error: Error): string {
  const inner = error.cause as Error | undefined;
  const text = inner?.message || error.message;
  return text.endsWith(".") ? text : `${text}.`;
}
