import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Filter, ListQuery } from "@jipei/contract/core/shape.ts";
import { searchOf } from "@jipei/contract/core/sight.ts";
import { type Actor, may } from "./actor.ts";
import { writeAudit } from "./audit.ts";
import { countRate } from "./rate-limit.ts";
import { invalidField } from "./refusal.ts";
import type { Services } from "./services.ts";
import { countUnmask } from "./unmask-budget.ts";

const fieldOf = (entity: Entity<any>, name: string): Field | undefined =>
  Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
const searchBy = (actor: Actor, entity: Entity<any>, name: string) => {
  const field = fieldOf(entity, name);
  return field ? searchOf(actor, may(actor, unmaskKey), entity, field) : "free";
};

/**
 * Order, ranges and parts of a masked value would spell it out, a few requests for each sign.
 * @throws FIELD_INVALID where somebody filters or sorts by what he sees masked, but for an exact match that he may have counted
 */
export function mustBeSearchable(
  entity: Entity<any>,
  actor: Actor,
  { filters, sort }: Pick<ListQuery, "filters" | "sort">,
): void {
  const isRefused = ({ field, operator }: Filter) => {
    const search = searchBy(actor, entity, field);
    return search === "refused" || (search === "counted" && operator !== "equal");
  };
  const name =
    filters.find(isRefused)?.field ?? sort.find(({ field }) => searchBy(actor, entity, field) !== "free")?.field;
  const field = name === undefined ? undefined : fieldOf(entity, name);
  if (name !== undefined && field)
    throw invalidField(
      name,
      field.zh,
      field.en,
      "仅显示部分内容，不可据此查询或排序",
      "shown in part only, so it can neither be searched nor sorted by",
    );
}

/**
 * Counts each exact search by a value that the actor sees masked like a look at it in full, found or not, and writes it into the history: who,
 * of what, by which field, never the value. The next page of the same search within the hour is the same search.
 * @throws RATE_LIMIT
 */
export async function countSearches(
  app: Services,
  actor: Actor,
  entity: Entity<any>,
  { filters }: Pick<ListQuery, "filters">,
): Promise<void> {
  const counted = filters.filter(({ field }) => searchBy(actor, entity, field) === "counted");
  for (const { field, value } of counted) {
    const times = await countRate(
      app,
      "search",
      `${actor.userId} ${app.cipher.hash(`${entity.name} ${field} ${value}`)}`,
      60,
    );
    if (times > 1) continue;
    await countUnmask(app, actor);
    await app.db
      .transaction()
      .execute((tx) =>
        writeAudit(tx, actor, [
          { bizType: entity.name, bizId: "0", action: "search", opinion: fieldOf(entity, field)?.zh },
        ]),
      );
  }
}
