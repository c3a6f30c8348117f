import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { type PoolCell, sample } from "../exam/pool.ts";
import type { Draw } from "../exam/draws.ts";
import { readEditions } from "./editions.ts";

interface Drawn {
  questionId: string;
  edition: number;
  questionType: string;
}

/** Questions of a paper by chance, none twice: single choices, then multiple ones, then true or false. @param isShuffled whether those of a kind stand in any order @param draw left out: by chance */
export function drawQuestions(pool: readonly PoolCell[], isShuffled: boolean, draw: Draw = randomInt): Drawn[] {
  const drawn = pool.flatMap(({ questionType, needed, questionIds, editions }) =>
    sample(questionIds.length, needed, draw).flatMap((index): Drawn[] => {
      const [questionId, edition] = [questionIds[index], editions[index]];
      return questionId !== undefined && edition !== undefined ? [{ questionId, edition, questionType }] : [];
    }),
  );
  const mixed = isShuffled
    ? shuffle(drawn, draw)
    : drawn.sort((a, b) => Number(BigInt(a.questionId) - BigInt(b.questionId)));
  return ["1", "2", "3"].flatMap((kind) => mixed.filter(({ questionType }) => questionType === kind));
}

/** All orders are equally likely (Fisher and Yates). */
function shuffle<T>(items: readonly T[], draw: Draw = randomInt): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

/** Papers whose questions are stored by one statement. */
const stride = 50;

/** Draws the questions of papers and freezes them. Whoever adds a paper does so at once, so that starting one is quick. */
export async function drawPapers(
  tx: Tx,
  actor: Actor,
  app: Services,
  paperIds: readonly string[],
  pool: readonly PoolCell[],
): Promise<void> {
  const rules = await getParameters(tx, ["exam.shuffle.questions", "exam.shuffle.options"]);
  for (let done = 0; done < paperIds.length; done += stride) {
    const drawn = paperIds.slice(done, done + stride).flatMap((paperId) =>
      drawQuestions(pool, rules["exam.shuffle.questions"]).map((one, index) => ({
        ...one,
        paperId,
        place: index + 1,
      })),
    );
    const orders = rules["exam.shuffle.options"] ? await shuffleOptions(tx, app, drawn) : drawn.map(() => null);
    await sql`
      insert into student_question (paper_id, question_id, edition, order_no, option_order, create_user, update_user)
      select d.*, ${actor.userId}, ${actor.userId}
      from unnest(${drawn.map(({ paperId }) => paperId)}::bigint[], ${drawn.map(({ questionId }) => questionId)}::bigint[], ${drawn.map(({ edition }) => edition)}::integer[],
        ${drawn.map(({ place }) => place)}::integer[], ${orders}::text[]) as d`.execute(tx);
  }
}

/** The letters of the options of each question in any order; true and false keep theirs. */
async function shuffleOptions(tx: Tx, app: Services, drawn: readonly Drawn[]): Promise<(string | null)[]> {
  const editions = await readEditions(tx, app, drawn);
  return drawn.map((one, index) =>
    one.questionType === "3"
      ? null
      : shuffle(editions[index]?.options ?? [])
          .map(({ letter }) => letter)
          .join(""),
  );
}
