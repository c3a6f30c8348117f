import type { DataScopeKind } from "@jipei/contract/access/data-scope.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { regionCondition } from "./region-scope.ts";
import { type Expression, comparable, parseExpression } from "./scope-expression.ts";
import { type Condition, all, nothing } from "./sql.ts";

/** A data scope granted to an actor through a role; plain values, because it travels with the actor into jobs. */
export interface DataScopeRule {
  /** Left out: not kept, only tried. */
  id?: string;
  /** Name of the entity it cuts. */
  entity: string;
  kind: DataScopeKind;
  /** Field that is compared with the actor; null: who created the row, or in which department. */
  column: string | null;
  /** The rule of a self-made scope (scope-expression.ts). */
  expression: string | null;
  /** Fields that may be seen; null: all. */
  fields: readonly string[] | null;
}

/**
 * What an actor sees of an entity: the rows of the domain's own scope, in his regions where he is held to some, cut by the data scopes
 * granted to his roles. Several data scopes add up; a role without one does not lift those of another, so that a grant can only be widened on purpose.
 */
export const visible = (entity: Entity<any>, scope: (actor: Actor) => Condition, actor: Actor): Condition =>
  all([scope(actor), ...cuts(entity, actor)]);

/** What cuts the rows of the domain's own scope; all of it must hold. */
export function cuts(entity: Entity<any>, actor: Actor): Condition[] {
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

/** What each data scope of an actor lets through of an entity. */
export const ruleConditions = (entity: Entity<any>, actor: Actor): { rule: DataScopeRule; condition: Condition }[] =>
  rulesOf(entity, actor).map((rule) => ({ rule, condition: conditionOf(entity, rule, actor) }));

const rulesOf = (entity: Entity<any>, actor: Actor): readonly DataScopeRule[] =>
  actor.dataScopes.length === 0 ? actor.dataScopes : actor.dataScopes.filter((rule) => rule.entity === entity.name);

function conditionOf(entity: Entity<any>, rule: DataScopeRule, actor: Actor): Condition {
  switch (rule.kind) {
    case "1":
      return sql`true`;
    case "2":
      return columnEquals(entity, rule.column ?? "createUser", actor.userId);
    case "3":
      return columnEquals(entity, rule.column ?? "createDept", actor.deptId);
    case "4":
      return columnIn(entity, rule.column ?? "createDept", sql`(${departmentsBelow(actor.deptId)})`);
    case "5":
      return expressionOf(entity, rule.expression ?? "")(actor);
  }
}

const columnEquals = (entity: Entity<any>, name: string, value: string | null): Condition =>
  columnIn(entity, name, sql`(${value}::bigint)`);

/** A field that the entity lost since the scope was made lets nothing through. */
function columnIn(entity: Entity<any>, name: string, values: Condition): Condition {
  const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field && isReference(field) ? sql`${sql.raw(`t.${snake(name)}`)} in ${values}` : nothing;
}

/** Fields a scope of a user or of his departments may stand on. */
export const isReference = (field: Field): boolean =>
  comparable(field) && (field.kind === "ref" || field.kind === "id");

/** A department and all below it, as a list of ids. */
export const departmentsBelow = (deptId: string | null): Condition => sql`
  with recursive below as (
    select id from department where id = ${deptId}::bigint
    union select d.id from department d join below b on d.parent_id = b.id where d.is_deleted = 0)
  select id from below`;

/** Rules are parsed once; one that cannot be read any more lets nothing through. */
const parsed = new Map<string, Expression>();
function expressionOf(entity: Entity<any>, source: string): Expression {
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

/** Always seen: without them a row cannot be named, opened or saved. */
const always = new Set(["id", "version", "createTime"]);

/** The fields of an entity that data scopes hide from an actor; null: none. */
export function hiddenFields(entity: Entity<any>, actor: Actor): ReadonlySet<string> | null {
  const rules = rulesOf(entity, actor);
  if (rules.length === 0 || rules.some((rule) => rule.fields === null)) return null;
  const seen = new Set(rules.flatMap((rule) => rule.fields ?? []));
  return new Set(
    Object.keys(entity.fields).filter(
      (name) => !seen.has(name) && !always.has(name) && name !== entity.title && name !== entity.idName,
    ),
  );
}
