import { letters } from "@jipei/contract/exams/question.ts";
import { type RawBuilder, sql } from "kysely";

/** SQL for the options of a question or edition as JSON, in the order of their letters. @param alias of its table */
export const optionsJson = (alias: string): RawBuilder<unknown> => {
  const options = letters.map(
    (letter) => sql`(${sql.lit(letter)}, ${sql.ref(`${alias}.option_${letter.toLowerCase()}`)})`,
  );
  return sql`(select jsonb_agg(jsonb_build_object('letter', o.letter, 'text', o.text) order by o.letter)
    from (values ${sql.join(options)}) o (letter, text) where o.text is not null)`;
};
