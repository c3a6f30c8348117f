import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import type { InputOf } from "../api/call-input.ts";
import type { FieldName } from "./fields.ts";

/** Where the rows that a reference may point to are searched. */
export interface RefSource {
  entity: Entity;
  list: Call<unknown, Page<object>>;
  /** Called for the title of a value that the current row does not name. */
  detail?: Call<{ id: string }, object>;
  /** Parameters every search gets: only valid courses, only my institution. */
  params?: object;
  /** A second field shown behind the title to distinguish namesakes. */
  note?: string;
}

/** Declares where a reference is searched; it names fields of the entity and filters of the list. */
export const refSource = <E extends Entity, L>(
  source: RefSource & { entity: E; list: Call<L, Page<object>>; params?: InputOf<L> & object; note?: FieldName<E> },
): RefSource => source;
