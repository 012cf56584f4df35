export { db, type DbCommand, type DbRequest, type DbResult } from "./db.js";
export { type DbProfile } from "./db-profile.js";
export { sql, type Sql } from "./sql.js";
