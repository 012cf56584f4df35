import { s } from "@silo/schema-validate";
import type { KindFault, Need } from "../command-kind.js";
import { profileFaults, variablePattern } from "../profiles.js";

export type ApiMethod = (typeof apiMethods)[number];

const apiMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Where a secret goes: into a header, `<scheme> <secret>` where there is a scheme, or into a parameter of the query. */
export type ApiAuth =
  | { readonly header: string; readonly env: string; readonly scheme?: string }
  | { readonly query: string; readonly env: string };

/** What requests to one service may do. */
export interface ApiProfile {
  /** Absolute, http or https; paths are appended to it. */
  readonly baseUrl: string;
  /** What may be asked for: `/forecast/{city}`, where `{city}` stands for one segment that is not empty. */
  readonly paths: readonly string[];
  /** `GET` where left out. */
  readonly methods?: readonly ApiMethod[];
  /** The query parameters that a request may set; none where left out. */
  readonly query?: readonly string[];
  /** The headers that a request may set; none where left out. */
  readonly headers?: readonly string[];
  /** For the whole exchange, redirects and body included; 30,000 where left out. */
  readonly timeoutMs?: number;
  /** How large the body of an answer may be, unpacked; 1,000,000 where left out. */
  readonly maxBodyBytes?: number;
  /** The environment variable that holds the secret, and where the secret goes. */
  readonly auth?: ApiAuth;
}

/** What a header or a parameter may be called. */
const token = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";
const env = s.string({ pattern: variablePattern });

const schema = s.object({
  baseUrl: s.string(),
  paths: s.array(s.string({ pattern: "^/" }), { minItems: 1 }),
  methods: s.optional(s.array(s.enumeration(apiMethods), { minItems: 1 })),
  query: s.optional(s.array(s.string({ minLength: 1 }))),
  headers: s.optional(s.array(s.string({ pattern: token }))),
  timeoutMs: s.optional(s.integer({ minimum: 1, maximum: 2_147_483_647 })),
  maxBodyBytes: s.optional(s.integer({ minimum: 0 })),
  auth: s.optional(
    s.union([
      s.object({
        header: s.string({ pattern: token }),
        env,
        scheme: s.optional(s.string({ pattern: token })),
      }),
      s.object({ query: s.string({ minLength: 1 }), env }),
    ]),
  ),
});

/** Headers that decide where a message goes or how long it is are not a request's to set. */
const reserved = ["host", "content-length", "connection", "transfer-encoding", "upgrade", "cookie"];

export function apiFaults(profiles: unknown): KindFault[] {
  return profileFaults<ApiProfile>("api", profiles, { schema, check: checkProfile });
}

function checkProfile({ baseUrl, paths, query = [], headers = [], auth }: ApiProfile): Fault[] {
  const faults = checkAddress(baseUrl).map((problem) => ({ field: "baseUrl", problem }));
  paths.forEach((path, index) => {
    if (/[?#\\]/.test(path) || path.split("/").some((part) => part === "." || part === ".."))
      faults.push({
        field: `paths.${index}`,
        problem: "must be a path alone, without query, fragment, \\ or dot segments",
      });
    else if (path.split("/").some((part) => /[{}]/.test(part) && !/^\{[^{}]+\}$/.test(part)))
      faults.push({ field: `paths.${index}`, problem: "may have a {name} only as a whole segment" });
  });
  headers.forEach((header, index) => {
    if (reserved.includes(header.toLowerCase()))
      faults.push({ field: `headers.${index}`, problem: `is ${header}, which no request may set` });
    else if (auth && "header" in auth && auth.header.toLowerCase() === header.toLowerCase())
      faults.push({ field: `headers.${index}`, problem: "is the header of auth, which no request may set" });
  });
  query.forEach((name, index) => {
    if (auth && "query" in auth && auth.query === name)
      faults.push({ field: `query.${index}`, problem: "is the parameter of auth, which no request may set" });
  });
  return faults;
}

interface Fault {
  field: string;
  problem: string;
}

/** What is wrong with an address that requests go to. It is not echoed: it may hold what it must not. */
export function checkAddress(text: string): string[] {
  if (!URL.canParse(text)) return ['must be an absolute address, such as "https://api.example.com"'];
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:")
    return [`must begin with https:// or http://, not ${protocol}`];
  if (username || password) return ["must hold no user or password: name an environment variable in auth"];
  if (search || hash) return ["must end with a path: no query and no fragment"];
  return [];
}

export function apiNeeds(profiles: { readonly [name: string]: ApiProfile }): Need[] {
  return Object.entries(profiles).flatMap(([profile, { auth }]): Need[] =>
    auth ? [{ kind: "api", profile, type: "variable", name: auth.env }] : [],
  );
}
