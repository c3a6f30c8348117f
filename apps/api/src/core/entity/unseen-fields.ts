import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { getSight } from "@jipei/contract/core/fields/sight.ts";
import { hiddenFields } from "../access/data-scope.ts";
import type { Actor } from "../foundation/actor.ts";

/**
 * Clients of the family send a row back as they were shown it. What its sender sees masked comes with stars, what they do not see at all (by their
 * role, or by a data scope) as null: neither is a value, so these keys are left out, which leaves the fields of a stored row as they are.
 */
export function withoutUnseen(shape: Shape, raw: unknown, actor: Actor): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  if (shape.shape === "list")
    return Array.isArray(raw) ? raw.map((one: unknown) => withoutUnseen(shape.of, one, actor)) : raw;
  if (Array.isArray(raw)) return raw;
  const parts = getParts(shape);
  const entity = shape.shape === "save" && isStored(shape.entity, raw) ? shape.entity : null;
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]: [string, unknown]) => {
      const part = parts?.[name];
      if (part && "shape" in part) return [[name, withoutUnseen(part, value, actor)]];
      const field = (entity?.fields as Fields | undefined)?.[name];
      return entity && field && isUnseen(actor, entity, name, field, value) ? [] : [[name, value]];
    }),
  );
}

/** What a shape names beside the fields of an entity. */
function getParts(shape: Shape): Readonly<Record<string, Field | Shape>> | undefined {
  if (shape.shape === "record") return shape.fields;
  return shape.shape === "save" ? shape.extra : undefined;
}

const isStored = ({ idName }: Entity, row: object): boolean =>
  [row, ...(idName ? [{ id: Reflect.get(row, idName) as unknown }] : [])].some((one) => "id" in one && Boolean(one.id));

function isUnseen(actor: Actor, entity: Entity, name: string, { masked }: Field, value: unknown): boolean {
  if (value === null && hiddenFields(entity, actor)?.has(name)) return true;
  if (!masked) return false;
  if (value === null) return getSight(actor, entity, masked, "detail") === "hidden";
  return typeof value === "string" && value.includes("*");
}
