import { DataScope, type RuleFault, type ScopePreview, dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import type { DataScopeKind } from "@jipei/contract/access/data-scope.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import { actorOfUser } from "../auth/auth.queries.ts";
import { type Actor, mustHold } from "../core/actor.ts";
import { type CrudOptions, crudRoutes } from "../core/crud.ts";
import { type DataScopeRule, hiddenFields, isReference, visible } from "../core/data-scope.ts";
import { writeAudit } from "../core/audit.ts";
import type { Tx } from "../core/db.ts";
import { ownerOf } from "../core/files.ts";
import { type Route, reads, writesPrepared } from "../core/implement.ts";
import { limitRate } from "../core/rate-limit.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { ExpressionError, parseExpression } from "../core/scope-expression.ts";
import type { Services } from "../core/services.ts";
import { all, everything } from "../core/sql.ts";
import { mustRunTheHouse } from "../core/house.ts";
import { refuseGranted, refuseHeldScope } from "./access.queries.ts";
import { governing } from "./rights-change.ts";
import { previewable } from "./previewable.ts";
import { entityOf } from "./subjects.ts";
import { askable } from "./why.ts";

const options: CrudOptions = governing({
  entity: DataScope,
  resource: "data_scope",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheHouse(actor);
    if (old) await refuseHeldScope(tx, actor, old["id"]);
    await refuseTwin(tx, DataScope, old?.["id"], { resourceCode: merged["resourceCode"] });
    const entity = mustBeEntity(merged["scopeClass"]);
    checkColumn(entity, merged["scopeType"], merged["scopeColumn"] ?? null);
    if (merged["scopeType"] === "5") checkExpression(entity, merged["scopeValue"] ?? "");
    return { scopeField: visibleFields(entity, merged["scopeField"] ?? null) };
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheHouse(actor);
    await refuseGranted(tx, "data", rows);
  },
});

const wrong = (field: keyof typeof DataScope.fields, zh: string, en: string) =>
  invalidField(field, DataScope.fields[field].zh, DataScope.fields[field].en, zh, en);

/** Scopes of a user or his departments stand on a reference; the others on none. @throws FIELD_INVALID */
function checkColumn(entity: Entity<any>, kind: string, name: string | null): void {
  if (name === null) return;
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (kind === "1" || kind === "5") throw wrong("scopeColumn", "此类型不使用权限字段", "this kind uses none");
  if (!field || !isReference(field))
    throw wrong("scopeColumn", `${entity.zh}没有这一引用字段`, `${entity.en} has no such reference`);
}

/** @throws FIELD_INVALID with the place of the mistake */
function checkExpression(entity: Entity<any>, source: string): void {
  const fault = faultOf(entity, source);
  if (fault) throw wrong("scopeValue", fault.msg, fault.msgEn);
}

function faultOf(entity: Entity<any>, source: string): RuleFault | null {
  try {
    parseExpression(entity, source);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { at: error.at, msg: error.zh, msgEn: error.en };
  }
}

/** @throws FIELD_INVALID for a name that is no entity */
function mustBeEntity(name: string): Entity<any> {
  const entity = entityOf(name);
  if (!entity) throw wrong("scopeClass", "没有这一业务对象", "there is no such entity");
  return entity;
}

/** Counting stops there: a preview must not take longer than the list it is about. */
const most = 100_000;

interface Tried {
  userId: string;
  scopeClass: string;
  scopeType: DataScopeKind;
  scopeColumn?: string | null;
  scopeValue?: string | null;
}

/** Previews of one user in an hour; more would be questions about rows, not about a scope. */
const perHour = 30;

/**
 * Counts rows for somebody else, and of these only such as the asker may see himself: what he sees is all that a number can tell him.
 * @throws NOT_FOUND for a user whom the asker does not see or one who may not sign in; ROLE_DENIED without the right to see the rows, or for a field
 *   that is hidden from him; what saving such a scope would refuse
 */
async function preview(tx: Tx, asker: Actor, tried: Tried, app: Services): Promise<ScopePreview> {
  const entity = mustBeEntity(tried.scopeClass);
  const owner = ownerOf(entity.name);
  if (!owner) throw wrong("scopeClass", "没有这一业务对象", "there is no such entity");
  mustHold(asker, `${owner.resource}_view`);
  checkColumn(entity, tried.scopeType, tried.scopeColumn ?? null);
  if (tried.scopeType === "5") checkExpression(entity, tried.scopeValue ?? "");
  mustSeeFields(entity, asker, tried);
  const seen = await sql`select from app_user t where t.id = ${tried.userId} and ${askable(asker)}`.execute(tx);
  const actor = seen.rows.length > 0 ? await actorOfUser(app, tried.userId).catch(() => null) : null;
  if (!actor) throw new Refusal("NOT_FOUND");
  const others = actor.dataScopes.filter((rule) => rule.entity !== entity.name);
  const rule: DataScopeRule = {
    entity: entity.name,
    kind: tried.scopeType,
    column: tried.scopeColumn ?? null,
    expression: tried.scopeValue ?? null,
    fields: null,
  };
  const count = async (dataScopes: readonly DataScopeRule[]) => {
    const where = all([
      sql`t.is_deleted = 0`,
      visible(entity, owner.scope, asker),
      visible(entity, owner.scope, { ...actor, dataScopes }),
    ]);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from (select from ${sql.table(entity.table)} t where ${where} limit ${most}) seen`.execute(
      tx,
    );
    return rows[0]?.n ?? 0;
  };
  await writeAudit(tx, asker, [
    {
      bizType: "User",
      bizId: tried.userId,
      action: "previewScope",
      opinion: [entity.zh, tried.scopeColumn, tried.scopeValue].filter(Boolean).join("：").slice(0, 500),
    },
  ]);
  return {
    business: await count(others),
    now: await count(actor.dataScopes),
    tried: await count([...others, rule]),
    most,
  };
}

/** Fields that a data scope hides from the asker tell him nothing by a count either. @throws ROLE_DENIED */
function mustSeeFields(entity: Entity<any>, asker: Actor, { scopeType, scopeColumn, scopeValue }: Tried): void {
  const used = new Set(scopeColumn ? [scopeColumn] : []);
  if (scopeType === "5") parseExpression(entity, scopeValue ?? "", used);
  const hidden = hiddenFields(entity, asker);
  if (hidden && [...used].some((name) => hidden.has(name))) throw new Refusal("ROLE_DENIED");
}

/** The names as they are kept: known ones, once, without blanks; `*` and nothing mean all. @throws FIELD_INVALID */
function visibleFields(entity: Entity<any>, text: string | null): string {
  const names = [
    ...new Set(
      (text ?? "*")
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (names.length === 0 || names.includes("*")) return "*";
  const unknown = names.find((name) => !Object.hasOwn(entity.fields, name));
  if (unknown) throw wrong("scopeField", `${entity.zh}没有字段“${unknown}”`, `${entity.en} has no field “${unknown}”`);
  return names.join(",");
}

export const dataScopeRoutes: Route[] = [
  ...crudRoutes(dataScopeCalls, options).map(previewable),
  reads(dataScopeCalls.check, async (_db, _actor, { scopeClass, rule }) => faultOf(mustBeEntity(scopeClass), rule)),
  writesPrepared(
    dataScopeCalls.preview,
    (app, asker) => limitRate(app, "scopePreview", asker.userId, perHour, 60),
    preview,
  ),
];
