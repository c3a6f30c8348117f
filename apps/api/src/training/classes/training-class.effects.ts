import type { PageLink } from "@jipei/contract/pages.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { CorrectionInput } from "./training-class.correction.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { mask } from "../../core/security/mask.ts";
import type { Effect, MoveInput } from "../../core/entity/transition.ts";
import { lapseSignUps, moveRoster, getRoster } from "../roster/roster.ts";
import { numberRoster } from "../roster/student-numbers.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getOrganisation } from "../../providers/providers.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { recountOrganisationPlan } from "./classes.ts";

type Row = StoredRow<typeof TrainingClass>;

/** `B2026J001202003`: year of the start, institution, kind of training, sequence within these. Never given twice. */
export async function issueClassNo(tx: Tx, row: Row): Promise<string> {
  const { orgNo } = await getOrganisation(tx, row.orgId);
  const year = row.startDate.slice(0, 4);
  return `B${year}${orgNo}${row.trainKind}${await nextNumber(tx, "CLASS_NO", { scope: `${orgNo}-${row.trainKind}`, year })}`;
}

/** What is used of the plan follows its classes. */
export const recountPlan: Effect<typeof TrainingClass> = (tx, _actor, row) =>
  recountOrganisationPlan(tx, row.orgPlanId);

/** The roster is submitted with its class, and numbered. */
export const submitRoster: Effect<typeof TrainingClass> = async (tx, actor, row, _input, app) => {
  await moveRoster(tx, actor, row.id, "commit", {}, app);
  await numberRoster(tx, row);
};
/** The roster of a withdrawn class is a draft again. */
export const recallRoster: Effect<typeof TrainingClass> = (tx, actor, row, _input, app) =>
  moveRoster(tx, actor, row.id, "recall", {}, app);
/** The roster of a returned class is a draft again. */
export const releaseRoster: Effect<typeof TrainingClass> = (tx, actor, row, _input, app) =>
  moveRoster(tx, actor, row.id, "release", {}, app);
/** Whom the bureau refused is dropped, and sign-ups that still wait lapse. */
export const settleRoster: Effect<typeof TrainingClass> = async (tx, actor, row, _input, app) => {
  await moveRoster(tx, actor, row.id, "drop", { reason: "班级确认时未通过" }, app);
  await lapseSignUps(tx, actor, row.id, app);
};
/** The roster of a discarded class ends with it. */
export const discardRoster: Effect<typeof TrainingClass> = (tx, actor, row, input, app) =>
  moveRoster(tx, actor, row.id, "discard", { reason: input.reason }, app);
/** The roster of a terminated class ends with it. */
export const endRoster: Effect<typeof TrainingClass> = (tx, actor, row, input, app) =>
  moveRoster(tx, actor, row.id, "terminate", { reason: input.reason }, app);

const label = (row: Row): string => `${row.classNo ?? ""} ${row.className}`.trim();
const page = (row: Row): PageLink => `/class/detail/${row.id}`;

/** Notifies those who confirm classes. */
export const askBureau: Effect<typeof TrainingClass> = (tx, _actor, row) =>
  notify(tx, {
    to: { role: ["clerk", "firstReviewer"] },
    title: { zh: "班级待确认", en: "A class is waiting for confirmation" },
    text: { zh: label(row), en: label(row) },
    link: page(row),
  });

/** Notifies the institution; the reason goes along where there is one. */
export const notifyInstitution =
  (zh: string, en: string): Effect<typeof TrainingClass, MoveInput & { correctReason?: string | null }> =>
  (tx, _actor, row, input) => {
    const reason = input.reason ?? input.correctReason;
    return notify(tx, {
      to: { orgId: row.orgId },
      title: { zh, en },
      text: {
        zh: reason ? `${label(row)}：${reason}` : label(row),
        en: reason ? `${label(row)}: ${reason}` : label(row),
      },
      link: page(row),
    });
  };

/** A return also goes to the contact's phone, who may not sign in for days. */
export const textReturn: Effect<typeof TrainingClass> = (tx, _actor, row, input, app) =>
  sendSms(tx, app, {
    template: "CLASS_BACK",
    phone: row.contactPhone,
    params: { className: row.className, reason: input.reason },
    bizType: "TrainingClass",
    bizId: row.id,
  });

/** Class, place and first lesson, to everybody who was accepted. */
export const textStudents: Effect<typeof TrainingClass> = async (tx, _actor, row, _input, app) => {
  const first = await sql<{
    day: string | null;
  }>`select to_char(min(lesson_date + start_time), 'YYYY-MM-DD HH24:MI') as day from lesson where class_id = ${row.id} and is_deleted = 0`.execute(
    tx,
  );
  const date = first.rows[0]?.day ?? row.startDate;
  for (const { name, phone } of await getRoster(tx, app, row.id))
    await sendSms(tx, app, {
      template: "CLASS_OK",
      phone,
      params: { name, className: row.className, date, place: row.trainPlace },
      bizType: "TrainingClass",
      bizId: row.id,
    });
};

/** The class does not take place as announced: a text message to everybody, and a message to those who have an account. */
export const warnStudents: Effect<typeof TrainingClass> = async (tx, _actor, row, input, app) => {
  const people = await getRoster(tx, app, row.id);
  for (const { phone } of people)
    await sendSms(tx, app, {
      template: "CLASS_BACK",
      phone,
      params: { className: row.className, reason: input.reason },
      bizType: "TrainingClass",
      bizId: row.id,
    });
  await notify(tx, {
    to: { accountIds: people.flatMap((person) => person.accountId ?? []) },
    title: { zh: "班级有变动", en: "Your class has changed" },
    text: { zh: `${row.className}：${input.reason}`, en: `${row.className}: ${input.reason}` },
    link: "/stu/class",
  });
};

/** Values before and after a correction; telephone numbers masked. */
export const traceCorrection =
  (changesShape: (row: Row, input: CorrectionInput) => object): Effect<typeof TrainingClass, CorrectionInput> =>
  async (tx, actor, row, input, _app, before) => {
    const names = Object.keys(changesShape(before, input));
    const seen = (values: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        names.map((name) => [name, /phone/i.test(name) ? mask("phone", String(values[name] ?? "")) : values[name]]),
      );
    await writeAudit(tx, actor, [
      {
        bizType: "TrainingClass",
        bizId: row.id,
        action: "correctedValues",
        opinion: input.reason,
        before: seen(before),
        after: seen(row),
      },
    ]);
  };
