import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { entities } from "@jipei/contract/entities.ts";
import { plausibleValue } from "./rubbish.ts";

/** Returns the id that stands for an entity in an input; without an entity any id will do. */
export type IdOf = (entity: string | undefined) => string;

const byName = new Map<string, Entity>(entities.map((entity) => [entity.name, entity]));

/** A plausible input of a call, with every id from `idOf`; null when it has no id, so that it cannot name a row of others. */
export function inputWithIds(call: Call, getId: IdOf): unknown {
  const owner = call.name.slice(0, call.name.indexOf("."));
  let named = false;
  const id = (entity: string | undefined): string => {
    named = true;
    return getId(entity);
  };

  const value = (name: string, field: Field): unknown => {
    if (field.kind === "id") return id(/^id$/i.test(name) ? owner : (entityNamed(name) ?? owner));
    if (field.kind === "ref") return id(field.entity);
    if (field.kind === "refs") return [id(field.entity)];
    if (field.kind === "text" && /^(\w*I|i)ds?$/.test(name) && name !== "tenantId" && name !== "clientId")
      return id(/^ids?$/.test(name) ? owner : (entityNamed(name) ?? owner));
    return plausibleValue(field);
  };
  const part = (shape: Shape): unknown => {
    switch (shape.shape) {
      case "field":
        return value("", shape.field);
      case "record":
        return Object.fromEntries(
          Object.entries(shape.fields).map(([name, one]) => [name, "kind" in one ? value(name, one) : part(one)]),
        );
      case "save": {
        const fields = Object.entries<Field>(shape.entity.fields).filter(
          ([name, field]) => field.need !== "computed" && name !== "version",
        );
        const extra = Object.entries(shape.extra ?? {}).map(([name, one]) => [
          name,
          "kind" in one ? value(name, one) : part(one),
        ]);
        return {
          ...Object.fromEntries(fields.map(([name, field]) => [name, value(name, field)])),
          ...Object.fromEntries(extra),
          id: id(shape.entity.name),
          version: 0,
        };
      }
      case "list":
        return [part(shape.of)];
      case "query": {
        // Filters by references must find nothing of others either.
        const refs = shape.entity.filters.flatMap((name) =>
          (shape.entity.fields[name as never] as Field | undefined)?.kind === "ref" ? [name] : [],
        );
        return {
          size: "200",
          ...Object.fromEntries(Object.entries(shape.extra).map(([name, field]) => [name, value(name, field)])),
          ...(refs[0] && { [refs[0]]: id((shape.entity.fields[refs[0] as never] as Field).entity) }),
        };
      }
      default:
        return {};
    }
  };
  const input = part(call.input);
  return named ? input : null;
}

/** `orgIds` → Organisation, where the name of the field says so. */
function entityNamed(name: string): string | undefined {
  const known: Record<string, string> = {
    org: "Organisation",
    class: "TrainingClass",
    user: "User",
    role: "Role",
    menu: "Menu",
    dept: "Department",
    apply: "SubsidyApplication",
    att: "Attachment",
    attach: "Attachment",
    dataScope: "DataScope",
    apiScope: "ApiScope",
    plan: "Plan",
    topMenu: "TopMenu",
    parent: "Department",
  };
  const stem = name.replace(/Ids?$/, "");
  const guess = stem[0] ? stem[0].toUpperCase() + stem.slice(1) : "";
  return known[stem] ?? (byName.has(guess) ? guess : undefined);
}
