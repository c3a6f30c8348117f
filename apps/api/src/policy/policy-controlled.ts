import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { PolicySubject } from "@jipei/contract/policy/policy-change.ts";
import { type Answer, answers } from "../core/foundation/ports.ts";
import type { Tx } from "../core/database/db.ts";
import { Decimal } from "decimal.js";
import { isDeepStrictEqual } from "node:util";
import { checkVersion, lockRow, lockRows, splitIds } from "../core/database/rows.ts";
import { everything } from "../core/database/sql.ts";
import type { Columns, StoredRow } from "../core/database/tables.ts";
import { changedFields } from "../core/entity/changes.ts";
import type { Draft } from "../core/entity/columns.ts";
import { type CrudOptions, type SaveInput, crud, inputColumns, overwriteRow, saveRow } from "../core/entity/crud.ts";
import { type Actor, assertRight } from "../core/foundation/actor.ts";
import { Refusal, worded } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { type PolicyKind, applyPolicy, type PolicyRequest, type PolicyRules, type Values } from "./policy-subject.ts";
import { propose } from "./propose.ts";

/** What a save answers: the row, and the change that waits for a second person. */
export interface SavedOrProposed {
  id: string;
  policyChangeId: string | null;
}

/**
 * Handlers for rows that decide about money: a save of such a row becomes a change that a second person approves; what does not decide is saved at
 * once. A new row is stored out of force, and the change puts it in force.
 * @param subject name of the entity, as the changes name it
 */
export function policyControlled<E extends Entity>(
  options: CrudOptions<E>,
  subject: PolicySubject,
  rules: PolicyRules<E>,
) {
  return {
    /** @param effectDate first day of the change; default: when it is approved @throws what a save of the row is refused with, DUPLICATE while a change waits */
    save: (tx: Tx, actor: Actor, input: SaveInput<E>, app: Services, effectDate: string | null = null) =>
      save(tx, actor, { options, subject, rules }, input, app, effectDate),

    /** Rows in force are put out of force first, by two. @throws SECOND_PERSON */
    async remove(tx: Tx, actor: Actor, input: { ids: string }, app: Services): Promise<void> {
      const rows = await lockRows(tx, options.entity, options.scope, actor, splitIds(input.ids));
      await options.beforeRemove?.(tx, actor, rows, app);
      if (rows.some((row) => rules.governs(row)))
        throw worded("SECOND_PERSON", [
          "有效的政策数据不能由一人删除，请先提交停用，经他人批准",
          "What is in force is not removed by one person: put it out of force first, which another one approves",
        ]);
      return crud(options).remove(tx, actor, input, app);
    },

    /** To be listed under `reactions` of the domain. */
    answer: answers(applyPolicy, (_db, request) => apply(options, subject, request)) satisfies Answer,
  };
}

interface Controlled<E extends Entity> {
  options: CrudOptions<E>;
  subject: PolicySubject;
  rules: PolicyRules<E>;
}

async function save<E extends Entity>(
  tx: Tx,
  actor: Actor,
  controlled: Controlled<E>,
  input: SaveInput<E>,
  app: Services,
  effectDate: string | null,
): Promise<SavedOrProposed> {
  const { options, rules } = controlled;
  const { entity } = options;
  const { id, version } = input;
  const values = inputColumns(entity, input);
  const row = id ? await lockRow(tx, entity, options.scope, actor, id) : null;
  const wanted = { ...row, ...values } as Partial<StoredRow<E>>;
  if (!rules.governs(wanted) && !(row && rules.governs(row)))
    return { ...(await saveRow(tx, actor, options, input, app)), policyChangeId: null };
  if (row) {
    assertRight(actor, options.resource, "edit");
    checkVersion(row, version);
    return proposeChange(tx, actor, controlled, row, values, "edit", app, effectDate);
  }
  const saved = await saveRow(tx, actor, options, rules.draft(input), app);
  const draft = await lockRow(tx, entity, options.scope, actor, saved.id);
  return proposeChange(tx, actor, controlled, draft, values, "add", app, effectDate);
}

/** Tries the change as an approval would write it, and files it. Where nothing differs there is nothing to decide. */
async function proposeChange<E extends Entity>(
  tx: Tx,
  actor: Actor,
  { options, subject, rules }: Controlled<E>,
  row: StoredRow<E>,
  values: Columns<E>,
  changeKind: PolicyKind,
  app: Services,
  effectDate: string | null,
): Promise<SavedOrProposed> {
  const { entity } = options;
  const merged = { ...row, ...values } as unknown as Draft<E>;
  await options.beforeSave?.(tx, actor, merged, row, app);
  const changed = changedFields(entity, merged, row);
  if (changed.length === 0) return { id: row.id, policyChangeId: null };
  // A row out of force may still be edited by one person: what is approved is all of it, as it stands now.
  const names = rules.governs(row) ? changed : chosenFields(entity);
  const policyChangeId = await propose(tx, actor, {
    subject,
    subjectId: row.id,
    title: await rules.title(tx, merged),
    changeKind,
    before: pick(entity, row, names),
    after: pick(entity, merged, names),
    reason: ((values as Values).remark as string | null | undefined) ?? null,
    effectDate,
  });
  return { id: row.id, policyChangeId };
}

/** @returns false for a change of another subject @throws VERSION_CONFLICT where the row is no longer as it was when the change was proposed */
async function apply<E extends Entity>(
  options: CrudOptions<E>,
  subject: PolicySubject,
  { tx, actor, app, subjectId, before, after, changeId, ...request }: PolicyRequest,
): Promise<boolean> {
  if (request.subject !== subject) return false;
  const { entity } = options;
  const row = await lockRow(tx, entity, () => everything, actor, subjectId);
  if (!isDeepStrictEqual(pick(entity, row, Object.keys(before)), before)) throw new Refusal("VERSION_CONFLICT");
  if (changeId === null) await options.beforeSave?.(tx, actor, { ...row, ...after } as unknown as Draft<E>, row, app);
  else
    await overwriteRow(tx, actor, options, row, { ...after, approvedChangeId: changeId } as unknown as Columns<E>, app);
  return true;
}

/** The fields that people fill in. */
const chosenFields = (entity: Entity): string[] =>
  Object.entries<Field>(entity.fields)
    .filter(([name, field]) => !(name in baseFields) && field.need !== "computed")
    .map(([name]) => name);

/** Some fields of a row; decimals as they are stored. */
const pick = (entity: Entity, row: object, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => {
      const value = (row as Values)[name] ?? null;
      const field: Field | undefined = entity.fields[name];
      const isDecimal = field?.kind === "decimal" && value !== null;
      return [name, isDecimal ? new Decimal(String(value)).toFixed(field.scale) : value];
    }),
  );
