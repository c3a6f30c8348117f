import { employee } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";

/** SQL condition on a student (`s`) of a class (`t`): somebody who could find work by what they learnt at an institution. */
export const employable = sql`t.side = '1' and s.person_category <> ${employee}`;
