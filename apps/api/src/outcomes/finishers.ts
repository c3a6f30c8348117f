import { employee, followUpMonths } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";

/** SQL condition on a student (`s`) of a class (`t`): somebody who could find work by what they learnt at an institution. */
export const employable = sql`t.side = '1' and s.person_category <> ${employee}`;

/** SQL condition: a follow-up of a day lies within six months after the end of the class; of those of a person the latest counts. */
export const isWithinFollowUp = (day: string, classEnd: string): string =>
  `${day} <= ${classEnd} + interval '${followUpMonths[1]} months'`;
