import { FileNotice, fileNoticeMachine } from "@jipei/contract/notices/published/file-notice.ts";
import { type Condition, everything } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { type Guard, lifecycle } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";
import { type PublishInput, assertWillShow, isShown } from "./publication.ts";
import { type PublishMove, assertNonePublished, assertNotPublished } from "./published-submit.ts";

/** The bureau sees drafts too, everybody else what is shown. */
export const shownToAll = (actor: Actor): Condition => (actor.audience === "bureau" ? everything : isShown());

export const fileNoticeOptions: CrudOptions<typeof FileNotice> = {
  entity: FileNotice,
  resource: "file_notice",
  scope: shownToAll,
  files: { own: isShown },
  audited: true,
  /** @throws STATE_ILLEGAL for a published one, DUPLICATE for its number */
  async beforeSave(tx, _actor, { fileNo }, old) {
    assertNotPublished(old);
    if (fileNo) await refuseDuplicate(tx, FileNotice, old?.id, { fileNo });
    return columns(FileNotice, old ? {} : { publishStatus: "0" });
  },
  beforeRemove: async (_tx, _actor, rows) => assertNonePublished(rows),
};

/** @throws FIELD_INVALID without a file */
const hasFile: Guard<typeof FileNotice, PublishInput> = (_tx, _actor, { attachmentList }) => {
  if (!attachmentList?.length) throw invalidValue(FileNotice, "attachmentList", "至少一个", "at least one");
};

export const fileNoticeLifecycle = lifecycle<PublishMove, typeof FileNotice, PublishInput>({
  machine: fileNoticeMachine,
  entity: FileNotice,
  scope: shownToAll,
  moves: {
    publish: {
      guards: [assertWillShow, hasFile],
      set: (_tx, _actor, _row, { publishTime }) => columns(FileNotice, { publishTime: publishTime ?? now() }),
    },
    withdraw: {},
  },
});
