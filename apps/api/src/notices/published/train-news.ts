import { TrainNews, trainNewsMachine } from "@jipei/contract/notices/published/train-news.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { lifecycle } from "../../core/entity/transition.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { type PublishInput, assertWillShow, cleanText, isShown } from "./publication.ts";
import { shownToAll } from "./file-notice.ts";
import { type PublishMove, assertNonePublished, assertNotPublished } from "./published-submit.ts";

export const trainNewsOptions: CrudOptions<typeof TrainNews> = {
  entity: TrainNews,
  resource: "train_news",
  scope: shownToAll,
  files: { own: isShown },
  audited: true,
  /** @throws STATE_ILLEGAL for a published one, FIELD_INVALID, FILE_TOO_MANY */
  async beforeSave(tx, _actor, merged, old) {
    assertNotPublished(old);
    return columns(TrainNews, {
      ...(await cleanText(tx, merged, old)),
      ...(old ? {} : { publishStatus: "0", readCount: 0 }),
    });
  },
  beforeRemove: async (_tx, _actor, rows) => assertNonePublished(rows),
};

export const trainNewsLifecycle = lifecycle<PublishMove, typeof TrainNews, PublishInput>({
  machine: trainNewsMachine,
  entity: TrainNews,
  scope: shownToAll,
  moves: {
    publish: {
      guards: [assertWillShow],
      set: (_tx, _actor, _row, { publishTime }) => columns(TrainNews, { publishTime: publishTime ?? now() }),
    },
    withdraw: {},
  },
});

/** Counts an article as read, once a reader. @param reader a user, or the hash of an address on a day */
export const countRead = async (db: Db, newsId: string, reader: string): Promise<void> =>
  void (await sql`with fresh as (insert into news_read (news_id, reader, read_day) values (${newsId}, ${reader}, ${today()}) on conflict do nothing returning 1)
    update train_news set read_count = read_count + 1 where id = ${newsId} and exists (select 1 from fresh)`.execute(
    db,
  ));
