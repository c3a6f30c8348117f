/**
 * The tables as Kysely sees them, in camel case. Their columns are not typed here: what a column may hold is the contract's, and
 * `schema.test.ts` holds the migrated database against it.
 */
export interface Database {
  [table: string]: any;
}
