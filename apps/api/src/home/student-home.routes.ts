import { Student } from "@jipei/contract/training/student.ts";
import { studentHome } from "@jipei/contract/home/student-home.ts";
import { sql } from "kysely";
import { type Route, reads } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { getPaymentsOfPerson } from "../subsidies/subsidies.queries.ts";
import { countPendingSignUps, findNextLesson, studentScope, getLeastAttendance } from "../training/training.queries.ts";

/** What a person sees first, in one call: a phone on a slow line asks once. */
export const studentHomeRoutes: readonly Route[] = [
  reads(studentHome, async (db, actor, _input, app) => {
    const person = actor.idNumberHash;
    if (!person) throw new Refusal("NOT_OWNER");
    const classes = await listPage(
      app,
      actor,
      Student,
      { current: 1, size: 100, all: false, sort: [], filters: [] },
      { scope: studentScope, where: [sql`t.confirm_status <> 'Invalidate'`] },
    );
    return {
      attendanceMin: await getLeastAttendance(db),
      pendingSignUps: await countPendingSignUps(db, person),
      nextLesson: await findNextLesson(db, person),
      classes: classes.records,
      payments: await getPaymentsOfPerson(db, person),
    };
  }),
];
