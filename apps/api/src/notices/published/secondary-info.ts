import { SecondaryInfo } from "@jipei/contract/notices/published/secondary-info.ts";
import { sql } from "kysely";
import { type Condition, everything } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";
import { assertCategory, cleanText } from "./publication.ts";

/** Articles that are not sealed. */
export const isOpen = (): Condition => sql`t.is_sealed = '0'`;

export const secondaryInfoOptions: CrudOptions<typeof SecondaryInfo> = {
  entity: SecondaryInfo,
  resource: "secondary_info",
  scope: (actor: Actor) => (actor.audience === "bureau" ? everything : isOpen()),
  files: { own: isOpen },
  audited: true,
  /** @throws FIELD_INVALID, DUPLICATE, FILE_TOO_MANY */
  async beforeSave(tx, _actor, merged, old) {
    const { categoryId, title, linkUrl } = merged;
    if (linkUrl && !/^https:/i.test(linkUrl))
      throw invalidValue(SecondaryInfo, "linkUrl", "须以https://开头", "must begin with https://");
    await assertCategory(tx, categoryId);
    await refuseDuplicate(tx, SecondaryInfo, old?.id, { categoryId, title });
    return columns(SecondaryInfo, await cleanText(tx, merged, old));
  },
};
