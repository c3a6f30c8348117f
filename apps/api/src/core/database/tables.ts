import type { Entity, Stored, StoredBase } from "@jipei/contract/core/entity.ts";
import type { JobState } from "@jipei/contract/core/job.ts";
import type { StoredEntity } from "@jipei/contract/entities.ts";
import type { StoredActor } from "../foundation/actor.ts";
import type { ColumnType, Generated, SelectType, Selectable } from "kysely";

/**
 * The tables as Kysely sees them, in camel case: those of the contract's entities, and those that no entity describes. The latter stand here
 * where the foundation uses them, else in the `<domain>.tables.ts` of the domain that owns them. `schema.test.ts` holds the migrated
 * database against all of them.
 */
export interface Database extends EntityTables {
  accessVersion: {
    one: Generated<boolean>;
    version: string;
  };
  attachmentUse: {
    attachmentId: string;
    bizType: string;
    bizId: string;
    field: string;
  };
  auditRecord: {
    id: Generated<string>;
    bizType: string;
    bizId: string;
    action: string;
    fromStatus: string | null;
    toStatus: string | null;
    opinion: string | null;
    before: NullableJson;
    after: NullableJson;
    operatorId: string;
    operatorName: string;
    operatorRole: string;
    operateTime: Generated<string>;
    clientIp: string;
  };
  auditTrail: {
    id: string;
    bizType: string;
    bizId: string;
    action: string;
    fromStatus: string;
    toStatus: string;
    opinion: string;
    operatorId: string;
    operatorName: string;
    operatorRole: string;
    operateTime: string;
    clientIp: string;
    tenantId: string;
    createUser: string;
    createDept: string;
    createTime: string;
    updateUser: string;
    updateTime: string;
    version: number;
    isDeleted: number;
    remark: string;
  };
  importRow: {
    batchId: string;
    rowId: string;
    line: number | null;
    before: NullableJson;
    version: number;
  };
  job: {
    id: Generated<string>;
    kind: string;
    userId: string;
    actor: Json<StoredActor>;
    titleZh: string;
    titleEn: string;
    input: Json;
    state: Generated<JobState>;
    done: Generated<number>;
    total: Generated<number>;
    cancelAsked: Generated<boolean>;
    messageZh: string | null;
    messageEn: string | null;
    fileName: string | null;
    fileKey: string | null;
    createTime: Generated<string>;
    endTime: string | null;
  };
  /** The columns of jobs that other domains may read. */
  backgroundJob: View<"job", "id" | "kind" | "state" | "input" | "fileKey" | "endTime">;
  keyFingerprint: {
    name: string;
    value: string;
  };
  keyNode: {
    node: string;
    known: Json;
    used: Json;
    seenTime: Generated<string>;
  };
  keyVersion: {
    name: string;
    current: number;
    former: number | null;
    changeTime: Generated<string>;
  };
  reminderDay: {
    name: string;
    day: string;
  };
  rateCount: {
    key: string;
    windowEnd: string;
    n: number;
  };
  reencryption: {
    version: number;
    pagesDone: Generated<string>;
    pagesTotal: Generated<string>;
    finishTime: string | null;
  };
  referenceEdition: {
    name: string;
    edition: string;
    updateTime: Generated<string>;
  };
  rememberedAnswer: {
    userId: string;
    call: string;
    bodyHash: string;
    answer: Json;
    createTime: Generated<string>;
    seconds: Generated<number>;
    inputHash: string | null;
  };
  schemaMigration: {
    name: string;
    sha256: string;
    appliedAt: Generated<string>;
  };
  seeded: {
    name: string;
  };
}

/** Columns beside those that the contract gives an entity; they never leave the server. Domains add their own by declaration merging. */
export interface HiddenColumns {}

/** A whole row of an entity's table. */
export type StoredRow<E extends Entity = Entity> = Stored<E> & Selectable<Hidden<E["name"]>>;
type Hidden<N> = N extends keyof HiddenColumns ? HiddenColumns[N] : object;

/** The columns that a statement may set in a row of an entity's table. */
export type Columns<E extends Entity> = Partial<Omit<StoredRow<E>, Exclude<keyof StoredBase, "tenantId" | "remark">>>;

type EntityTables = { [E in TableEntity as TableOf<E>]: EntityTable<E> };
/** A registration is a user that has not been accepted yet: both are rows of one table. */
type TableEntity = Exclude<StoredEntity, { name: "Registration" }>;
type TableOf<E> = E extends Entity<infer _F, string, infer T> ? T : never;

type EntityTable<E extends Entity> = Hidden<E["name"]> &
  BaseColumns &
  OwnColumns<Omit<Stored<E>, keyof StoredBase>, E["fields"]>;
/** Structured values are written as JSON text. */
type OwnColumns<S, F> = {
  [K in keyof S]: K extends keyof F
    ? F[K] extends { $options?: { json: true } }
      ? ColumnType<S[K], string | null | undefined, string | null>
      : F[K] extends { $options?: { always: true } }
        ? Generated<S[K]>
        : S[K]
    : S[K];
};
interface BaseColumns {
  id: Generated<string>;
  tenantId: Generated<string>;
  createUser: string;
  createDept: string | null;
  createTime: Generated<string>;
  updateUser: string;
  updateTime: Generated<string>;
  version: Generated<number>;
  isDeleted: Generated<number>;
  remark: string | null;
}

/**
 * Columns of a table that its owner publishes in a view, declared in the owner's `<domain>.views.ts`. Every domain may read them, none may
 * write them.
 */
export type View<T extends keyof Database, C extends keyof Database[T]> = {
  [K in C]: ColumnType<SelectType<Database[T][K]>, never, never>;
};

/** A column of JSON: read as a value, written as text. */
export type Json<V = unknown> = ColumnType<V, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
