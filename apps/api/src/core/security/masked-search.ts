import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { getSearch } from "@jipei/contract/core/fields/sight.ts";
import { type Actor, may } from "../foundation/actor.ts";
import { writeAuditAlone } from "../entity/audit.ts";
import { countRate } from "./rate-limit.ts";
import { invalidField } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";
import { countUnmask } from "./unmask-budget.ts";

const findField = (entity: Entity, name: string): Field | undefined =>
  Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
const searchBy = (actor: Actor, entity: Entity, name: string) => {
  const field = findField(entity, name);
  return field ? getSearch(actor, may(actor, unmaskKey), entity, field) : "free";
};

/**
 * Refuses filters and sorts by values that the actor sees masked: sorting, ranges and partial matches would reveal them character by
 * character. Exact matches are allowed where they are counted (`countSearches`).
 * @throws FIELD_INVALID
 */
export function assertSearchable(
  entity: Entity,
  actor: Actor,
  { filters, sort }: Pick<ListQuery, "filters" | "sort">,
): void {
  const isRefused = ({ field, operator }: Filter) => {
    const search = searchBy(actor, entity, field);
    return search === "refused" || (search === "counted" && operator !== "equal");
  };
  const name =
    filters.find(isRefused)?.field ?? sort.find(({ field }) => searchBy(actor, entity, field) !== "free")?.field;
  const field = name === undefined ? undefined : findField(entity, name);
  if (name !== undefined && field)
    throw invalidField(
      name,
      field.zh,
      field.en,
      "仅显示部分内容，不可据此查询、排序",
      "shown in part only, so it can neither be searched nor sorted by",
    );
}

/**
 * Counts each exact search by a value that the actor sees masked like one unmasking, whether it finds something or not, and records it in the
 * history: who, which entity, which field, never the value. The same search within an hour counts once, so that paging is free.
 * @throws RATE_LIMIT
 */
export async function countSearches(
  app: Services,
  actor: Actor,
  entity: Entity,
  { filters }: Pick<ListQuery, "filters">,
): Promise<void> {
  const counted = filters.filter(({ field }) => searchBy(actor, entity, field) === "counted");
  for (const { field, value } of counted) await countSearch(app, actor, entity, field, String(value));
}

/** Counts one exact search by a value, as `countSearches` does. @throws RATE_LIMIT */
export async function countSearch(
  app: Services,
  actor: Actor,
  entity: Entity,
  field: string,
  value: string,
): Promise<void> {
  const searched = app.cipher.hash(`${entity.name} ${field} ${value}`);
  const times = await countRate(app, "search", `${actor.userId} ${searched}`, 60);
  if (times > 1) return;
  await countUnmask(app, actor);
  await writeAuditAlone(app, actor, [
    { bizType: entity.name, bizId: "0", action: "search", opinion: findField(entity, field)?.zh },
  ]);
}

/** The same for a value that another call has found to be somebody's, where the actor sees it masked. @throws RATE_LIMIT */
export async function countFound(
  app: Services,
  actor: Actor,
  entity: Entity,
  field: string,
  value: string,
): Promise<void> {
  if (searchBy(actor, entity, field) !== "free") await countSearch(app, actor, entity, field, value);
}
