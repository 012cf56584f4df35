import type { CommandKind, KindHost } from "../command-kind.js";
import { profileOf } from "../profiles.js";
import type { CommandOptions, Recorded } from "../types.js";
import { apiFaults, apiNeeds, type ApiProfile } from "./api-profile.js";
import type { ApiRequest, ApiResponse } from "./api-request.js";
import { callApi } from "./call-api.js";

/** Asks a service. Every status that it answers with is a result. */
export type ApiCommand<Profile extends string> = <H = never>(
  name: string,
  request: ApiRequest<Profile>,
  options?: CommandOptions<H>,
) => Promise<ApiResponse | Recorded<Awaited<H>>>;

/**
 * Services that are reached by HTTP. A profile says what a request may be; what it does not allow is not sent.
 *
 * The command fails with `request_not_allowed`, `timed_out`, `connection_failed`, `body_too_large`, `too_many_redirects`,
 * `profile_not_found`, `variable_missing` and `variable_invalid`.
 */
export function api<const Profiles extends Record<string, ApiProfile>>(
  profiles: Profiles,
): CommandKind<ApiCommand<keyof Profiles & string>> {
  const faults = apiFaults(profiles);
  return {
    kind: "api",
    profiles: Object.keys(profiles ?? {}),
    faults,
    needs: faults.length > 0 ? [] : apiNeeds(profiles),
    bind: (host) => bindCommand(host, profiles) as ApiCommand<keyof Profiles & string>,
  };
}

function bindCommand(host: KindHost, profiles: Record<string, ApiProfile>): ApiCommand<string> {
  return (name, request, options) =>
    host.run<ApiResponse>(
      name,
      {
        what: "The api request",
        input: request,
        perform: async ({ signal }) =>
          callApi(request, { profile: profileOf(profiles, request.profile), signal }),
      },
      options,
    );
}
