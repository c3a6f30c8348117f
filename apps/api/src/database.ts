import type { Generated } from 'kysely'

/**
 * The tables as Kysely sees them, in camel case. Entity tables take their columns from the contract's rows (`TableOf`), so that
 * neither can drift from the other; the test `schema.test.ts` holds the migrated database against the same contract.
 */
export interface Database {
  [table: string]: any
}

export type TableOf<R> = { [K in keyof R]: R[K] } & { id: Generated<string>; isDeleted: Generated<number>; tenantId: Generated<string> }
