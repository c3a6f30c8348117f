import { exporter } from "../../core/excel/export.ts";
import { columns } from "../../core/entity/columns.ts";
import { DataScope, type RuleIssue, type ScopePreview, dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import type { DataScopeKind } from "@jipei/contract/access/data-scope.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import { loadActor } from "../../auth/auth.queries.ts";
import { type Actor, assertRight } from "../../core/foundation/actor.ts";
import { type CrudOptions, crudRoutes } from "../../core/entity/crud.ts";
import { hiddenFields, isReference, visible } from "../../core/access/data-scope.ts";
import type { DataScopeRule } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { findOwner } from "../../core/storage/files.ts";
import { type Route, reads, writesPrepared } from "../../core/http/implement.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { ExpressionError, parseExpression } from "../../core/access/scope-expression.ts";
import type { Services } from "../../core/foundation/services.ts";
import { all, everything } from "../../core/database/sql.ts";
import { assertTenantOwner } from "../../core/access/tenant-owner.ts";
import { refuseGranted, refuseOwnScope } from "../access.queries.ts";
import { rightsControlled } from "../rights-change/rights-change.ts";
import { findEntity } from "../grants/subjects.ts";
import { visibleUsers } from "../grants/reach.ts";

export const dataScopeOptions: CrudOptions<typeof DataScope> = {
  entity: DataScope,
  resource: "data_scope",
  audited: true,
  scope: () => everything,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    if (old) await refuseOwnScope(tx, actor, old.id);
    await refuseDuplicate(tx, DataScope, old?.id, { resourceCode: merged.resourceCode });
    const entity = assertEntity(merged.scopeClass);
    checkColumn(entity, merged.scopeType, merged.scopeColumn ?? null);
    if (merged.scopeType === "5") checkExpression(entity, merged.scopeValue ?? "");
    return columns(DataScope, { scopeField: visibleFields(entity, merged.scopeField ?? null) });
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    await refuseGranted(tx, "data", rows);
  },
};

const wrong = (field: keyof typeof DataScope.fields, zh: string, en: string) =>
  invalidField(field, DataScope.fields[field].zh, DataScope.fields[field].en, zh, en);

/** Scopes of kinds that compare a user or departments may name a reference field; the others use no field. @throws FIELD_INVALID */
function checkColumn(entity: Entity, kind: string, name: string | null): void {
  if (name === null) return;
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (kind === "1" || kind === "5") throw wrong("scopeColumn", "此类型不使用权限字段", "this kind uses none");
  if (!field || !isReference(field))
    throw wrong("scopeColumn", `${entity.zh}没有这一引用字段`, `${entity.en} has no such reference`);
}

/** @throws FIELD_INVALID with the position of the mistake */
function checkExpression(entity: Entity, source: string): void {
  const issue = findIssue(entity, source);
  if (issue) throw wrong("scopeValue", issue.msg, issue.msgEn);
}

function findIssue(entity: Entity, source: string): RuleIssue | null {
  try {
    parseExpression(entity, source);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { at: error.at, msg: error.zh, msgEn: error.en };
  }
}

/** @throws FIELD_INVALID for a name that is no entity */
function assertEntity(name: string): Entity {
  const entity = findEntity(name);
  if (!entity) throw wrong("scopeClass", "没有这一业务对象", "there is no such entity");
  return entity;
}

/** Rows are counted up to this number, so that a preview takes no longer than a list. */
const most = 100_000;

interface Tried {
  userId: string;
  scopeClass: string;
  scopeType: DataScopeKind;
  scopeColumn?: string | null;
  scopeValue?: string | null;
}

/** Previews of one user in an hour; more could be used to find out about rows. */
const perHour = 30;

/**
 * Counts the rows that another user would see with a scope. Only rows that the asker may see count, so that the numbers reveal nothing else.
 * @throws NOT_FOUND for a user whom the asker does not see or who may not sign in; ROLE_DENIED without the right to see the rows, or for a field that is
 *   hidden from the asker; what saving such a scope would be refused with
 */
async function preview(tx: Tx, asker: Actor, tried: Tried, app: Services): Promise<ScopePreview> {
  const entity = assertEntity(tried.scopeClass);
  const owner = findOwner(entity.name);
  if (!owner) throw wrong("scopeClass", "没有这一业务对象", "there is no such entity");
  assertRight(asker, owner.resource, "view");
  checkColumn(entity, tried.scopeType, tried.scopeColumn ?? null);
  if (tried.scopeType === "5") checkExpression(entity, tried.scopeValue ?? "");
  assertVisibleFieldNames(entity, asker, tried);
  const seen = await sql`select from account t where t.id = ${tried.userId} and ${visibleUsers(asker)}`.execute(tx);
  const actor = seen.rows.length > 0 ? await loadActor(app, tried.userId).catch(() => null) : null;
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

/** Refuses fields that a data scope hides from the asker, since a count would reveal something about them. @throws ROLE_DENIED */
function assertVisibleFieldNames(entity: Entity, asker: Actor, { scopeType, scopeColumn, scopeValue }: Tried): void {
  const used = new Set(scopeColumn ? [scopeColumn] : []);
  if (scopeType === "5") parseExpression(entity, scopeValue ?? "", used);
  const hidden = hiddenFields(entity, asker);
  if (hidden && [...used].some((name) => hidden.has(name))) throw new Refusal("ROLE_DENIED");
}

/** The names as they are stored: known fields, each once, without blanks; `*` or an empty text means all. @throws FIELD_INVALID */
function visibleFields(entity: Entity, text: string | null): string {
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
  exporter(DataScope, dataScopeCalls.export, dataScopeOptions),
  ...crudRoutes(dataScopeCalls, rightsControlled(dataScopeOptions)),
  reads(dataScopeCalls.check, async (_db, _actor, { scopeClass, rule }) => findIssue(assertEntity(scopeClass), rule)),
  writesPrepared(
    dataScopeCalls.preview,
    (app, asker) => limitRate(app, "scopePreview", asker.userId, perHour, 60),
    preview,
  ),
];
