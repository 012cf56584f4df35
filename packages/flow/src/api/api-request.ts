import type { JsonValue } from "@silo/artifacts/json";
import type { ApiMethod } from "./api-profile.js";

/** One request, within what its profile allows. */
export interface ApiRequest<Profile extends string = string> {
  profile: Profile;
  /** Below `baseUrl`; what a segment cannot hold is escaped, what is escaped already stays so. */
  path: string;
  /** `GET` where left out. */
  method?: ApiMethod;
  query?: { readonly [name: string]: QueryValue | readonly QueryValue[] };
  headers?: { readonly [name: string]: string };
  /** Sent as JSON. */
  body?: JsonValue;
}

type QueryValue = string | number | boolean;

/** What came, whatever its status: a 404 or a 500 is a result. */
export interface ApiResponse {
  status: number;
  /** Names in lower case, without `set-cookie`, which is a secret of the service. */
  headers: { [name: string]: string };
  /** What `body` is: parsed JSON, text, base64 of anything else, or null for an empty one. */
  type: "json" | "text" | "base64" | "none";
  body: JsonValue;
}
