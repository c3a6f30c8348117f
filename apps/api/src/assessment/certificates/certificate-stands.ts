import { type RawBuilder, sql } from "kysely";

/** SQL condition: a certificate (alias of `diploma`) is valid, or closed only because its holder has a new permit: it was earned all the same. */
export const certificateStands = (alias: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.is_valid`)} = 'isValid' or exists (select from renewed_permit r where r.id = ${sql.ref(`${alias}.id`)}))`;
