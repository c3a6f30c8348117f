import { SubsidyBar, barSubject } from "@jipei/contract/subsidies/subsidy-bar.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { notify } from "../../notices/notices.queries.ts";
import { getUnitReceivers } from "../../providers/providers.queries.ts";
import { getClaimPage } from "../claim/claim-side.ts";
import { claimedClass } from "../claim/class-facts.ts";

/** A bar that stands in the way of a claim. */
export type Bar = Pick<StoredRow<typeof SubsidyBar>, "id" | "subjectKind" | "subject" | "since" | "applyId">;

/** What a claim is for, as far as it can be barred. */
interface Subject {
  classId: string;
  courseId: string;
  orgId: string;
}

const bar = sql`select b.id, b.subject_kind, b.subject, b.since, b.apply_id, b.id_number_hash from subsidy_bar b where b.state = 'standing'`;

/** The bars of class, course and institution that stand in the way of a claim, the class first. */
export async function findBars(db: Db, { classId, courseId, orgId }: Subject): Promise<Bar[]> {
  const found = await sql<Bar>`${bar}
    and ((b.subject_kind = 'class' and b.class_id = ${classId}) or (b.subject_kind = 'course' and b.course_id = ${courseId} and b.org_id = ${orgId})
      or (b.subject_kind = 'institution' and b.org_id = ${orgId})) order by b.subject_kind, b.id`.execute(db);
  return found.rows;
}

/** The bars of people. @param people keyed hashes of ID numbers */
export async function findBarredPeople(db: Db, people: readonly string[]): Promise<Map<string, Bar>> {
  if (people.length === 0) return new Map();
  const found = await sql<Bar & { idNumberHash: string }>`${bar}
    and b.subject_kind = 'person' and b.id_number_hash = any(${people}) order by b.id desc`.execute(db);
  return new Map(found.rows.map((row) => [row.idNumberHash, row]));
}

/** SUBSIDY_BARRED in the words of the bar. */
export function barred({ subjectKind, subject, since }: Bar): Refusal {
  const { zh, en } = getLabels(barSubject, subjectKind);
  return new Refusal("SUBSIDY_BARRED", { subject: { zh: `${zh}${subject}`, en: `${en} ${subject}` }, since });
}

/** @throws SUBSIDY_BARRED where class, course or institution is barred */
export async function assertUnbarred(db: Db, subject: Subject): Promise<void> {
  const [first] = await findBars(db, subject);
  if (first) throw barred(first);
}

/**
 * Bars what a claim recovered for falseness was about (rules §19-28): the class for ever; the people who were paid for, the course at this
 * institution and the institution until a second reviewer clears them.
 * @param reason of the recovery, as the decision gives it
 */
export async function barForFalseness(
  tx: Tx,
  actor: Actor,
  claim: StoredRow<typeof SubsidyApplication>,
  reason: string,
): Promise<void> {
  const claimed = await claimedClass(tx, claim.classId, null);
  const people = await tx
    .selectFrom("subsidyLine")
    .select(["name", "idNumber", "idNumberHash"])
    .distinctOn("idNumberHash")
    .where("applyId", "=", claim.id)
    .where("detailStatus", "=", "1")
    .where("isDeleted", "=", 0)
    .execute();
  const { rows } = await sql<{ orgName: string }>`select org_name from institution where id = ${claim.orgId}`.execute(
    tx,
  );
  const subjects = [
    { subjectKind: "class", subject: claimed.className } as const,
    { subjectKind: "course", subject: claimed.courseName } as const,
    { subjectKind: "institution", subject: rows[0]?.orgName ?? "" } as const,
    ...people.map(({ name, idNumber, idNumberHash }) => ({
      subjectKind: "person" as const,
      subject: name ?? "",
      idNumber,
      idNumberHash,
    })),
  ];
  const { id: applyId, classId, orgId } = claim;
  for (const subject of subjects) {
    const { id } = await insertRow(tx, actor, SubsidyBar, {
      ...subject,
      applyId,
      classId,
      courseId: claimed.courseId,
      orgId,
      since: today(),
      reason,
      state: "standing",
    });
    await writeAudit(tx, actor, [
      { bizType: SubsidyBar.name, bizId: id, action: "bar", toStatus: "standing", opinion: reason },
    ]);
  }
  await notify(tx, {
    to: await getUnitReceivers(tx, orgId),
    title: { zh: "因虚假培训限制申领补贴", en: "Barred from subsidies for false training" },
    text: {
      zh: `${claim.applyNo}：${reason}。该班级不得再次申领；单位、课程和人员经复审人员解除后方可申领`,
      en: `${claim.applyNo}: ${reason}. The class cannot be claimed again; unit, course and people not before a second reviewer has cleared them`,
    },
    link: getClaimPage(claim),
  });
}
