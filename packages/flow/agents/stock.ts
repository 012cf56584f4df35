import { defineFlow } from "@silo/flow";
import { db, sql } from "@silo/flow/db";

export default defineFlow({
  name: "stock",
  version: "1.0.0",
  use: {
    db: db({
      stock: {
        setup: "create table items (name text, count int); insert into items values ('bolt', 3), ('nut', 0);",
        maxRows: 100,
      },
    }),
  },
  async main(flow) {
    const wanted = ["bolt", "nut"];
    const { rows } = await flow.db<{ name: string }>("missing", {
      profile: "stock",
      sql: sql`select name from items where name = any(${wanted}) and count < ${1}`,
    });
    flow.output(rows.map(({ name }) => name));
  },
});
