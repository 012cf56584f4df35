export { api, type ApiCommand } from "./api.js";
export { type ApiAuth, type ApiMethod, type ApiProfile } from "./api-profile.js";
export { type ApiRequest, type ApiResponse } from "./api-request.js";
