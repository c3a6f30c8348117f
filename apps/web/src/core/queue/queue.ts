import type { Entity } from "@jipei/contract/core/entity.ts";
import type { FieldName } from "../form/fields.ts";

/** How the cases of a list are worked through, one after the other. */
export interface Queue<E extends Entity, R> {
  /** Whether a row waits for whoever looks at it. */
  waits: (row: R) => boolean;
  /** The field that says since when. */
  since: FieldName<E>;
  /** Where all rows wait, the oldest stands first until the user wants another order. */
  oldestFirst?: true;
}
