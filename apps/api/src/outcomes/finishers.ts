import { sql } from "kysely";

/** Employees are at work already: they count neither among the employed nor among those who could be (docs/rules.md, Figures). */
const employee = "01";

/** SQL condition on a student (`s`) of a class (`t`): somebody who could find work by what they learnt at an institution. */
export const employable = sql`t.side = '1' and s.person_category <> ${employee}`;
