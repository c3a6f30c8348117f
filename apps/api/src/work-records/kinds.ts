import type { FieldName } from "@jipei/contract/core/entity.ts";
import type { PageAddress } from "@jipei/contract/pages.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import type { Figures, RecordEntity, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import type { Tx } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { CheckedColumns, Draft } from "../core/entity/columns.ts";

/** The kinds by their resources; enterprises do not report all of them. */
type InstitutionResource = "train_project" | "train_entrepreneurship";
type UnitResource = "train_work" | "train_based" | "train_zyjn" | "train_safe" | "train_excellent" | "train_gqpx";
export type RecordResource = InstitutionResource | UnitResource;
const institutionResources: readonly string[] = [
  "train_project",
  "train_entrepreneurship",
] satisfies InstitutionResource[];
/** Whether enterprises report a kind too. */
export const isOfEnterprises = (resource: RecordResource): resource is UnitResource =>
  !institutionResources.includes(resource);

/** The page on which a unit of a side finds its records of a kind; the bureau has none. */
export function getPage(resource: RecordResource, side: string | null): PageAddress {
  if (side === null) return `/work/${resource}`;
  return side === "2" && isOfEnterprises(resource) ? `/ent/work/${resource}` : `/my/work/${resource}`;
}

/** What is known of a record, saved or still being written. */
export type RecordFacts<E extends RecordEntity> = Partial<
  Omit<Draft<E>, "id" | "version" | "remark" | "attachmentList">
>;

/** What one kind of work record adds to what they all do. */
export interface RecordKind<E extends RecordEntity = RecordEntity> {
  entity: E;
  calls: ReturnType<typeof recordCalls>;
  machine: Machine<string, RecordMove>;
  resource: RecordResource;
  /** No two live records share all of these. With the unit and the period among them a second one is WORK_DUP, else DUPLICATE. */
  unique: readonly string[];
  /** Which classes (alias `t` of `training`) its figures are counted in. */
  getClasses(row: RecordFacts<E>): Condition;
  /** Rules of its own fields. @throws FIELD_INVALID and others */
  check?(tx: Tx, row: Draft<E>, unitId: string | null): Promise<void> | void;
  /** What the server fills in a new record. */
  begin?(tx: Tx): Promise<CheckedColumns<E>>;
  /** What the server fills in of what it counts, whenever a record is saved and once more when it is submitted. */
  fill?(figures: Figures): CheckedColumns<E>;
  /** What follows on the second review. */
  completed?(tx: Tx, row: StoredRow<E>): Promise<void>;
  /** What a return of a completed record undoes, or refuses. */
  reopened?(tx: Tx, row: StoredRow<E>): Promise<void>;
  /** A field that names another unit that sees the record once it is submitted. */
  shownTo?: string;
}

/** A kind as it is declared: the compiler checks the names of its fields. */
export type DeclaredKind<E extends RecordEntity> = RecordKind<E> & {
  unique: readonly FieldName<E>[];
  shownTo?: FieldName<E>;
};

/** A record as the shared rules see it. */
export type StoredRecord = StoredRow<RecordEntity>;

/** What a unit reports once a period, for each value of these fields. */
export const oncePerPeriod = ["unitId", "workYear", "workPeriod"] as const;
