import { type Letter, type QuestionType, letters } from "@jipei/contract/exams/question.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { Kept } from "../../core/database/kept.ts";
import type { Services } from "../../core/foundation/services.ts";

/** A question in one of its editions, as candidates read it: its key is not among it. */
export interface Edition {
  questionType: QuestionType;
  stem: string;
  options: readonly { letter: Letter; text: string }[];
  attId: string | null;
}
export interface Named {
  questionId: string;
  edition: number;
}

type Stored = Named & Omit<Edition, "options"> & Readonly<Record<`option${Letter}`, string | null>>;

// An edition never changes, and a thousand candidates read the same ones at once.
const kept = new Kept<Edition>(20_000);

/** What these editions say, in their order. */
export async function readEditions(db: Db, app: Services, named: readonly Named[]): Promise<Edition[]> {
  const found = new Map(named.map((one) => [getKey(one), kept.get(app, getKey(one))]));
  const missing = named.filter((one) => !found.get(getKey(one)));
  if (missing.length > 0) {
    const { rows } = await sql<Stored>`
      select e.question_id, e.edition, e.question_type, e.stem, e.att_id, e.option_a, e.option_b, e.option_c, e.option_d, e.option_e, e.option_f
      from unnest(${missing.map(({ questionId }) => questionId)}::bigint[], ${missing.map(({ edition }) => edition)}::integer[]) as m (question_id, edition)
      join question_edition e on e.question_id = m.question_id and e.edition = m.edition`.execute(db);
    for (const row of rows) {
      const edition = toEdition(row);
      found.set(getKey(row), edition);
      kept.set(app, getKey(row), edition);
    }
  }
  return named.map((one) => {
    const edition = found.get(getKey(one));
    if (!edition) throw new Error(`question ${getKey(one)} has no such edition`);
    return edition;
  });
}

const getKey = ({ questionId, edition }: Named): string => `${questionId}.${edition}`;

const toEdition = ({ questionType, stem, attId, ...stored }: Stored): Edition => ({
  questionType,
  stem,
  attId,
  options: letters.flatMap((letter) => {
    const text = stored[`option${letter}`];
    return text === null ? [] : [{ letter, text }];
  }),
});

/** The options in the order that a paper shows them in. @param order letters; null: their own order */
export const inOrder = ({ options }: Edition, order: string | null): { letter: string; text: string }[] =>
  order === null
    ? [...options]
    : [...order].flatMap((letter) => options.find((option) => option.letter === letter) ?? []);
