import type { FileNotice } from "@jipei/contract/notices/published/file-notice.ts";
import type { TrainNews } from "@jipei/contract/notices/published/train-news.ts";
import { findAction } from "@jipei/contract/core/machine.ts";
import { noticeStatus } from "@jipei/contract/notices/notice-status.ts";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import { type CrudOptions, type SaveInput, inputColumns, saveRow } from "../../core/entity/crud.ts";
import { type Lifecycle, transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { PublishInput } from "./publication.ts";

type PublishedEntity = typeof FileNotice | typeof TrainNews;
export type PublishMove = "publish" | "withdraw";

/** What is sent: the fields, the wanted state, and when a published one is shown first. */
type Submitted<E extends PublishedEntity> = SaveInput<E> & {
  publishStatus?: string | null;
  publishTime?: string | null;
};

/** Saves what is sent, and publishes or withdraws it where that is asked for. What is published is withdrawn as it is. */
export const publishedSubmit =
  <E extends PublishedEntity>(options: CrudOptions<E>, life: Lifecycle<PublishMove, E, PublishInput>) =>
  async (tx: Tx, actor: Actor, input: Submitted<E>, app: Services): Promise<{ id: string }> => {
    const { publishStatus, publishTime, ...fields } = input;
    const draft = fields as unknown as SaveInput<E>;
    const published: PublishedEntity = options.entity;
    const old = draft.id ? await lockRow(tx, published, options.scope, actor, draft.id) : null;
    const present = old?.publishStatus ?? "0";
    if (!publishStatus || publishStatus === present) return saveRow(tx, actor, options, draft, app);
    const move = findAction(life.machine, present, publishStatus);
    if (!move) throw illegalState(noticeStatus, present, "保存为草稿", "make a draft");
    const isUnchanged = Object.keys(inputColumns(options.entity, draft)).length === 0;
    const onlyMoved = move === "withdraw" || isUnchanged ? old : null;
    if (onlyMoved) checkVersion(onlyMoved, input.version, input.updateTime);
    const { id } = onlyMoved ?? (await saveRow(tx, actor, options, draft, app));
    await transition(tx, actor, life, move, [id], { publishTime }, app);
    return { id };
  };

/** @throws STATE_ILLEGAL for a row that is published */
export function assertNotPublished(old: { publishStatus: string } | null): void {
  if (old?.publishStatus === "1") throw illegalState(noticeStatus, "1", "修改", "edit");
}

/** @throws NOTICE_PUBLISHED */
export function assertNonePublished(rows: readonly { publishStatus: string }[]): void {
  if (rows.some((row) => row.publishStatus === "1")) throw new Refusal("NOTICE_PUBLISHED");
}
