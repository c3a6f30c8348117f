// Replaces the module `kysely` while tests run (record.ts): exports all of it, but `sql` marks its texts.
import { sql as plain } from "kysely";
import { marked } from "./places.ts";

// eslint-disable-next-line import/export -- our export replaces the one of the same name
export * from "kysely";
export const sql: typeof plain = Object.assign(
  (texts: TemplateStringsArray, ...values: unknown[]) => plain(marked(texts, sql), ...values),
  plain,
);
