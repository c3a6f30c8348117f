import type { Entity } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Actor, DataScopeRule, Reader } from "../foundation/actor.ts";
import { provided } from "../foundation/provided.ts";
import { regionCondition } from "./region-scope.ts";
import { type Expression, comparable, parseExpression } from "./scope-expression.ts";
import { type Condition, all, nothing } from "../database/sql.ts";

/**
 * The rows of an entity that an actor sees: those in the domain's own scope, restricted to the actor's regions and to the data scopes of their
 * roles. Several data scopes add up. A role without a data scope does not lift those of another role, so that access is never widened by
 * accident.
 */
export const visible = (entity: Entity, scope: (actor: Actor) => Condition, actor: Actor): Condition =>
  all([scope(actor), ...cuts(entity, actor)]);

/** Live rows (alias `t`) in the actor's regions and data scopes: counts of waiting rows use it, so that they never count rows that the actor cannot see. */
export const liveRows = (entity: Entity, actor: Actor): Condition =>
  all([sql`t.is_deleted = 0`, ...cuts(entity, actor)]);

/** The restrictions beside the domain's own scope, by regions and data scopes; all of them must hold. */
export function cuts(entity: Entity, actor: Actor): Condition[] {
  const region = regionCondition(entity, actor);
  const rules = ruleConditions(entity, actor);
  return [
    ...(region ? [region] : []),
    ...(rules.length > 0
      ? [
          sql`(${sql.join(
            rules.map(({ condition }) => condition),
            sql` or `,
          )})`,
        ]
      : []),
  ];
}

/** The condition of each data scope that an actor has on an entity. */
export const ruleConditions = (entity: Entity, actor: Actor): { rule: DataScopeRule; condition: Condition }[] =>
  getRules(entity, actor).map((rule) => ({ rule, condition: getCondition(entity, rule, actor) }));

const getRules = (entity: Entity, actor: Reader): readonly DataScopeRule[] =>
  actor.dataScopes.length === 0 ? actor.dataScopes : actor.dataScopes.filter((rule) => rule.entity === entity.name);

function getCondition(entity: Entity, rule: DataScopeRule, actor: Actor): Condition {
  switch (rule.kind) {
    case "1":
      return sql`true`;
    case "2":
      return columnEquals(entity, rule.column ?? "createUser", actor.userId);
    case "3":
      return columnEquals(entity, rule.column ?? "createDept", actor.deptId);
    case "4":
      return columnIn(entity, rule.column ?? "createDept", sql`(${provided("departmentsBelow")(actor.deptId)})`);
    case "5":
      return expressionOf(entity, rule.expression ?? "")(actor);
  }
}

const columnEquals = (entity: Entity, name: string, value: string | null): Condition =>
  columnIn(entity, name, sql`(${value}::bigint)`);

/** A data scope on a field that the entity no longer has matches no row. */
function columnIn(entity: Entity, name: string, values: Condition): Condition {
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field && isReference(field) ? sql`${sql.raw(`t.${snake(name)}`)} in ${values}` : nothing;
}

/** Whether a data scope by user or department can use a field. */
export const isReference = (field: Field): boolean =>
  comparable(field) && (field.kind === "ref" || field.kind === "id");

/** Caches parsed rules. A rule that can no longer be parsed matches no row. */
const parsed = new Map<string, Expression>();
function expressionOf(entity: Entity, source: string): Expression {
  const key = `${entity.name} ${source}`;
  let expression = parsed.get(key);
  if (!expression) {
    try {
      expression = parseExpression(entity, source);
    } catch {
      expression = () => nothing;
    }
    if (parsed.size > 1000) parsed.clear();
    parsed.set(key, expression);
  }
  return expression;
}

/** Fields that are always visible: without them a row cannot be named, opened or saved, or they say nothing of it. */
const always = new Set(["id", "version", "createTime", "tenantId", "isDeleted"]);

/** The fields of an entity that an actor does not see: not open to their audience, or excluded by their data scopes. null: they see all. */
export function hiddenFields(entity: Entity, actor: Reader): ReadonlySet<string> | null {
  const allowed = [fieldsOpenTo(entity, actor), fieldsInScopes(entity, actor)].filter((names) => names !== null);
  if (allowed.length === 0) return null;
  return new Set(
    Object.keys(entity.fields).filter(
      (name) =>
        !allowed.every((names) => names.has(name)) &&
        !always.has(name) &&
        name !== entity.title &&
        name !== entity.idName,
    ),
  );
}

/** Callers without a token see what persons see. */
function fieldsOpenTo(entity: Entity, { audience }: Reader): ReadonlySet<string> | null {
  const open = entity.openTo[audience === "public" ? "person" : audience];
  return open === undefined || open === "everything" ? null : new Set(open);
}

function fieldsInScopes(entity: Entity, actor: Reader): ReadonlySet<string> | null {
  const rules = getRules(entity, actor);
  if (rules.length === 0 || rules.some((rule) => rule.fields === null)) return null;
  return new Set(rules.flatMap((rule) => rule.fields ?? []));
}
