import type { NextStep } from "@jipei/contract/training/training-class.calls.ts";
import type { TrainingClassRow } from "@jipei/contract/training/training-class.ts";
import { preJob } from "@jipei/contract/training/enterprise-class.ts";
import type { RunState } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import { addMonths, addWorkdays, now } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import { rosterCounts } from "../roster/roster.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";

const bureau = "bureau";

/** What a step is found by, of a class of either side. */
type ClassOfSide = Pick<TrainingClassRow, "id" | "runState" | "trainKind" | "startDate" | "endDate" | "commitTime">;
type Found = Promise<NextStep | undefined> | NextStep | undefined;

/** What differs between the sides. */
export interface NextStepSide<R extends ClassOfSide> {
  /** Who runs the class and claims for it. */
  owner: NextStep["who"];
  /** The class before it is confirmed. */
  filing: (db: Db, row: R) => Found;
  /** While an assessment is under way. */
  testing: Pick<NextStep, "who" | "zh" | "en">;
}

/** Who has to do what next with a class, and until when; nothing where all is done. */
export async function findNextStep<R extends ClassOfSide>(
  db: Db,
  side: NextStepSide<R>,
  row: R,
): Promise<NextStep | undefined> {
  return row.runState ? steps[row.runState](db, side, row) : undefined;
}

type Step = <R extends ClassOfSide>(db: Db, side: NextStepSide<R>, row: R) => Found;
const done = () => undefined;

/** Who has to do what next with a class, by where it stands. */
const steps: Readonly<Record<RunState, Step>> = {
  draft: (db, side, row) => side.filing(db, row),
  notStarted: (_db, { owner: who }, row) => ({
    who,
    zh: "等待开班",
    en: "Waiting for the first day",
    until: row.startDate,
  }),
  running: async (db, { owner: who }, row) =>
    (await attendanceStep(db, who, row.id)) ?? {
      who,
      zh: "按课程表上课并登记考勤",
      en: "Teach by the timetable and record attendance",
      until: row.endDate,
    },
  ended: async (db, { owner: who }, row) =>
    (await attendanceStep(db, who, row.id)) ?? {
      who,
      zh: "申请考核",
      en: "Apply for the assessment",
      until: null,
    },
  testing: (_db, { testing }) => ({ ...testing, until: null }),
  // Pre-job training ends without a certificate.
  graded: (db, side, row) =>
    row.trainKind === preJob
      ? claimStep(db, side.owner, row.id)
      : { who: bureau, zh: "发放证书", en: "Issue the certificates", until: null },
  certified: (db, { owner }, row) => claimStep(db, owner, row.id),
  closed: done,
  terminated: done,
};

export const institutionSteps: NextStepSide<TrainingClassRow> = {
  owner: "institution",
  filing(db, row) {
    if (row.status === "unCommit") return draftStep(db, "institution", row);
    return row.status === "unConfirm" ? rosterStep(db, row) : undefined;
  },
  testing: { who: bureau, zh: "组织考核并录入成绩", en: "Hold the assessment and enter the grades" },
};

/** The draft is to be submitted some workdays before the first day. */
export async function draftStep(
  db: Db,
  owner: NextStep["who"],
  { startDate }: Pick<ClassOfSide, "startDate">,
): Promise<NextStep> {
  const days = await parameter(db, "class.commit.leadWorkdays");
  return {
    who: owner,
    zh: "完善花名册和课程表后提交",
    en: "Complete roster and timetable, then submit",
    until: addWorkdays(startDate, -days, await workdayExceptions(db)),
  };
}

/** Until when the bureau decides on a submitted class. */
export async function getReviewDay(
  db: Db,
  { commitTime, startDate }: Pick<ClassOfSide, "commitTime" | "startDate">,
): Promise<string> {
  const days = await parameter(db, "review.deadline.workdays");
  const due = addWorkdays((commitTime ?? now()).slice(0, 10), days, await workdayExceptions(db));
  return due < startDate ? due : startDate;
}

/** The bureau decides on each student, then on the class. */
async function rosterStep(db: Db, row: TrainingClassRow): Promise<NextStep> {
  const until = await getReviewDay(db, row);
  const { live, pending, confirmed } = await rosterCounts(db, row.id);
  const returned = live - confirmed;
  if (pending > 0) return { who: bureau, zh: `审核${pending}名学员`, en: `Students to check: ${pending}`, until };
  if (confirmed === 0)
    return {
      who: bureau,
      zh: "学员均被退回，请将班级退回机构",
      en: "Every student was returned; return the class to the institution",
      until,
    };
  // Whoever confirms takes them off the roster for good.
  if (returned > 0)
    return {
      who: bureau,
      zh: `确认班级（被退回的${returned}名学员将移出花名册），或退回机构补正`,
      en: `Confirm the class (returned students that leave the roster: ${returned}), or return it for correction`,
      until,
    };
  return { who: bureau, zh: "确认班级", en: "Confirm the class", until };
}

/** Lessons that have begun and have no attendance yet. */
async function attendanceStep(db: Db, who: NextStep["who"], classId: string): Promise<NextStep | undefined> {
  const found = await sql<{
    n: number;
    day: string | null;
  }>`select count(*)::int as n, min(lesson_date) as day from lesson
    where class_id = ${classId} and is_deleted = 0 and is_held = '0' and to_char(lesson_date + start_time, 'YYYY-MM-DD HH24:MI:SS') <= ${now()}`.execute(
    db,
  );
  const { n, day } = found.rows[0] ?? { n: 0, day: null };
  return n > 0
    ? {
        who,
        zh: `${n}节课未登记考勤，最早${day}`,
        en: `Lessons without attendance since ${day}: ${n}`,
        until: null,
      }
    : undefined;
}

async function claimStep(db: Db, who: NextStep["who"], classId: string): Promise<NextStep> {
  const months = await parameter(db, "subsidy.deadline.months");
  const found = await sql<{
    day: string | null;
  }>`select min(issue_date) as day from diploma where class_id = ${classId} and is_valid = 'isValid'`.execute(db);
  const day = found.rows[0]?.day;
  return {
    who,
    zh: "申请补贴或等待拨付",
    en: "Claim the subsidy, or wait for payment",
    until: day ? addMonths(day, months) : null,
  };
}
