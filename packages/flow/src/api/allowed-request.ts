import { nearest } from "@silo/errors/nearest";
import { ServiceError } from "../service-error.js";
import type { ApiMethod, ApiProfile } from "./api-profile.js";
import type { ApiRequest } from "./api-request.js";

/** One thing of a request that its profile does not allow. */
interface Refused {
  field: string;
  message: string;
}

/** A request that its profile allows; the address is without the secret. */
export interface AllowedRequest {
  url: URL;
  method: ApiMethod;
  headers: Headers;
}

/** Checks a request against its profile. Throws `request_not_allowed` with all that is not allowed. */
export function allowRequest(
  { profile: name, path, method = "GET", query = {}, headers = {} }: ApiRequest,
  profile: ApiProfile,
): AllowedRequest {
  const refused: Refused[] = [];
  const { methods = ["GET"], query: parameters = [] } = profile;
  if (!methods.includes(method))
    refused.push({
      field: "method",
      message: `method ${method} is not allowed; allowed: ${methods.join(", ")}`,
    });
  const segments = segmentsOf(path);
  if (typeof segments === "string") refused.push({ field: "path", message: segments });
  else if (!isAllowedPath(segments, profile.paths))
    refused.push({
      field: "path",
      message: `path ${path} is none of the allowed ones: ${profile.paths.join(", ")}`,
    });
  for (const parameter of Object.keys(query))
    if (!parameters.includes(parameter))
      refused.push({
        field: `query.${parameter}`,
        message: `query parameter ${notAmong(parameter, parameters)}`,
      });
  const sent = new Headers();
  const allowedHeaders = profile.headers ?? [];
  for (const [header, value] of Object.entries(headers)) {
    if (!allowedHeaders.some((allowed) => allowed.toLowerCase() === header.toLowerCase()))
      refused.push({ field: `headers.${header}`, message: `header ${notAmong(header, allowedHeaders)}` });
    else if (!isHeaderValue(value))
      refused.push({
        field: `headers.${header}`,
        message: `header "${header}" has a value that no header can carry`,
      });
    else sent.set(header, value);
  }
  if (refused.length > 0 || typeof segments === "string") throw notAllowed(name, refused);
  const url = new URL(`${profile.baseUrl.replace(/\/$/, "")}${segments.join("/")}`);
  for (const [parameter, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      url.searchParams.append(parameter, String(item));
  return { url, method, headers: sent };
}

/** Where an answer sends the request on to. Throws `request_not_allowed` where the profile does not allow that. */
export function allowRedirect(
  location: string,
  from: URL,
  { name, profile }: { name: string; profile: ApiProfile },
): URL {
  const base = new URL(profile.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const parameters = [...(profile.query ?? []), ...queryOf(profile)];
  const isAllowed =
    target?.origin === base.origin &&
    target.pathname.startsWith(`${prefix}/`) &&
    isAllowedPath(target.pathname.slice(prefix.length).split("/"), profile.paths) &&
    [...target.searchParams.keys()].every((parameter) => parameters.includes(parameter));
  if (target && isAllowed) return target;
  const where = target ? `${target.origin}${target.pathname}` : "what is no address";
  const message = `the answer redirects to ${where}, which the profile does not allow`;
  throw notAllowed(name, [{ field: "redirect", message }]);
}

function queryOf({ auth }: ApiProfile): string[] {
  return auth && "query" in auth ? [auth.query] : [];
}

/** What a header can carry: anything else makes fetch throw an error that quotes it. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** The segments of a path, escaped; or what is wrong with it. */
function segmentsOf(path: unknown): string[] | string {
  if (typeof path !== "string" || !path.startsWith("/")) return "path must be a text that begins with /";
  if (/[?#]/.test(path))
    return `path ${path} has a ? or #: parameters go into query, and in a segment escape them`;
  if (/\p{Surrogate}/u.test(path)) return "path has half a character";
  const segments = path.split("/").map((part) => escapeSegment(part));
  // A server, or the parser of addresses, would take these for a way up.
  if (
    segments.some((part) =>
      decodeURIComponent(part)
        .split(/[/\\]/)
        .some((name) => /^\.\.?$/.test(name)),
    )
  )
    return `path ${path} has a dot segment`;
  return segments;
}

/** What is escaped stays so; a % that escapes nothing is one. */
function escapeSegment(text: string): string {
  return text
    .split(/((?:%[0-9A-Fa-f]{2})+)/)
    .map((part, index) => (index % 2 === 1 && isEscaped(part) ? part : encodeURI(part)))
    .join("");
}

function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isAllowedPath(segments: readonly string[], paths: readonly string[]): boolean {
  return paths.some((path) => {
    const wanted = path.split("/");
    return (
      wanted.length === segments.length &&
      wanted.every((part, index) => {
        const segment = segments[index] ?? "";
        return /^\{.+\}$/.test(part) ? segment !== "" : segment === escapeSegment(part);
      })
    );
  });
}

function notAmong(name: string, allowed: readonly string[]): string {
  if (allowed.length === 0) return `"${name}" is not allowed; none is`;
  const [near] = nearest(name, allowed);
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return `"${name}" is not allowed${hint}; allowed: ${allowed.join(", ")}`;
}

function notAllowed(profile: string, refused: readonly Refused[]): ServiceError {
  const message = `Profile "${profile}" does not allow the request: ${refused.map((each) => each.message).join("; ")}.`;
  const problems = refused.map(({ field, message: text }) => ({ field, message: text }));
  return new ServiceError("request_not_allowed", message, { details: { profile, problems } });
}
