import { planCalls } from "@jipei/contract/training/plan.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Tx } from "../../src/core/database/db.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { type Assessed, seedAssessment, seedAssessors } from "./assessments.ts";
import { type Claimed, seedClaim } from "./claims.ts";
import { type ClassPlan, type SeededClass, seedClass } from "./classes.ts";
import { type Desk, analyse, openDesk } from "./desk.ts";
import { seedEnterpriseSigns } from "./enterprises/enterprise-signs.ts";
import { seedEnterprises } from "./enterprises/enterprises.ts";
import { handOverFiles, keepFile, paper, portrait } from "./files.ts";
import { seedCountyNotices } from "./notices.ts";
import { type Inspection, seedInspection } from "./inspections.ts";
import { enterAsStaff, getPlace, laterStaff, linkAccounts, seedRegister, size } from "./people.ts";
import { seedObjection } from "./objections.ts";
import { openPlaces, seedSignUps } from "./sign-ups.ts";
import { seedHistory } from "./history.ts";
import { seedInjuries } from "./enterprises/injuries.ts";
import { seedCompetitions } from "./competitions.ts";
import { seedPublished } from "./published.ts";
import { seedOutcomes } from "./outcomes.ts";
import { seedExams } from "./exams.ts";
import { seedQuestions } from "./questions.ts";
import { seedTalents } from "./talents.ts";
import { seedStaffClasses } from "./enterprises/staff-classes.ts";
import { seedProcesses } from "./workflow/processes.ts";
import { seedWorkRecords } from "./work-records.ts";
import { type School, classesPerSchool, plannedDaysAgo, seedSchools } from "./schools.ts";

/** The state of each of an institution's eight classes; together forty in every state, with claims in every state. */
interface Story {
  stage: ClassPlan["stage"];
  /** Days that it is moved into the past, and by which each institution's lies before that of the one before. */
  shift?: number;
  apart?: number;
  assessed?: Assessed;
  /** By institution: the state of the claim. */
  claims?: readonly (Claimed | null)[];
  discarded?: true;
  inspected?: Inspection;
}
const stories: readonly Story[] = [
  { stage: "draft" },
  { stage: "submitted" },
  { stage: "confirmed", shift: 0 },
  { stage: "confirmed", shift: 14 },
  { stage: "confirmed", shift: 34 },
  { stage: "confirmed", shift: 48, assessed: "submitted" },
  { stage: "confirmed", shift: 80, assessed: "certified", claims: [null, "draft", "paying", "returned", "second"] },
  {
    stage: "confirmed",
    shift: 130,
    apart: 19,
    assessed: "certified",
    claims: ["paid", "publicity", "paid", "first", "back to first"],
  },
];
/** States in which single institutions differ. */
const exceptions: Readonly<Record<string, Story>> = {
  "0-5": { stage: "confirmed", shift: 60, assessed: "certified", claims: ["returned"] },
  "1-0": { stage: "draft", discarded: true },
  "2-5": { stage: "confirmed", shift: 48, assessed: "approved" },
  "1-4": { stage: "confirmed", shift: 34, inspected: "filled" },
  "3-3": { stage: "confirmed", shift: 14, inspected: "passed" },
  "3-5": { stage: "confirmed", shift: 60, assessed: "scored", inspected: "failed" },
  "4-5": { stage: "confirmed", shift: 60, assessed: "published" },
};

/** The demo student is in a running class and has a certificate of an earlier one elsewhere, for which that institution was paid. */
const student = { number: getPlace(0, 3), earlier: getPlace(2, 7) };

/**
 * The demo county: five institutions, forty classes, two thousand people and their claims, and the two years before; made once, in one transaction.
 * @param tell receives one line of progress, since it takes a while
 */
export async function seedCounty(services: Services, tell: (line: string) => void): Promise<void> {
  const { rows } = await sql`select from seeded where name = 'county'`.execute(services.db);
  if (rows.length > 0) return;
  tell("building the demo county (once, about a minute)");
  await services.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '5min'`.execute(tx);
    await sql`insert into seeded (name) values ('county')`.execute(tx);
    await sql`insert into parameter (param_name, param_key, param_value, create_user, update_user) values ('证书编号县级代码', 'cert.region', '329999', 0, 0) on conflict do nothing`.execute(
      tx,
    );
    const desk = await openDesk(tx, services);
    // Courses have stood in the catalogue for longer than the history of the county.
    await sql`update course set valid_year = valid_year - 3`.execute(tx);
    const planId = await seedPlan(desk);
    const schools = await seedSchools(desk, planId);
    await seedAssessors(desk);
    await seedCountyNotices(desk);
    await seedRegister(desk);
    await seedHistory(desk, schools);
    const taking: SeededClass[] = [];
    for (const [index, school] of schools.entries()) {
      const by = desk.actor("org", { orgId: school.orgId });
      const photoId = await keepFile(desk, by, "照片.png", portrait());
      const proofId = await keepFile(desk, by, "初中毕业证书.pdf", await paper("初中毕业证书"));
      for (let place = 0; place < classesPerSchool; place++) {
        const story = exceptions[`${index}-${place}`] ?? (stories[place] as Story);
        const built = await seedStory(desk, { school, photoId, proofId, index, place, story });
        if (takesSignUps(story)) taking.push(built);
      }
    }
    await analyse(desk);
    const firms = await seedEnterprises(desk);
    await seedEnterpriseSigns(desk, firms, taking);
    await linkAccounts(desk, schools[0] as School, student.number, firms[0] as string);
    await seedStaffClasses(desk);
    await seedInjuries(desk);
    await seedTalents(desk);
    await handOverFiles(desk);
    await seedObjections(desk);
    await seedWorkRecords(desk, schools);
    await seedOutcomes(desk);
    await seedCompetitions(desk);
    await seedPublished(desk);
    await seedQuestions(desk);
    await seedExams(desk);
    await seedProcesses(desk);
    await settleMessages(tx);
    await analyse(desk);
  });
}

/** The released plan under which all institutions plan. @returns its id */
async function seedPlan(desk: Desk): Promise<string> {
  const year = today().slice(0, 4);
  const { id } = await desk.as(
    "clerk",
    {},
    plannedDaysAgo + 3,
  )(planCalls.submit, {
    planName: `${year}年政府补贴性职业技能培训计划`,
    planYear: Number(year),
    trainKind: "01",
    startDate: today(),
    endDate: addDays(today(), 40),
    totalHeadcount: 4000,
    budgetAmount: "4200000.00",
    content: "面向重点群体和企业职工，按目录组织培训。",
  });
  await desk.as("clerk", {}, plannedDaysAgo)(planCalls.release, { ids: id });
  await sql`update plan set start_date = start_date - ${plannedDaysAgo}::int, release_time = release_time - make_interval(days => ${plannedDaysAgo}), create_time = create_time - make_interval(days => ${plannedDaysAgo + 3}) where id = ${id}`.execute(
    desk.tx,
  );
  return id;
}

/** Classes in preparation still take sign-ups. */
const takesSignUps = ({ stage, discarded }: Story): boolean => stage === "draft" && !discarded;

/** One class of an institution (`index`), from its draft to wherever its story ends. */
async function seedStory(
  desk: Desk,
  {
    school,
    photoId,
    proofId,
    index,
    place,
    story,
  }: { school: School; photoId: string; proofId: string; index: number; place: number; story: Story },
): Promise<SeededClass> {
  const shift = (story.shift ?? 0) + index * (story.apart ?? 0);
  const person = getPlace(index, place);
  const taking = takesSignUps(story);
  const people = Array.from({ length: taking ? size - openPlaces : size }, (_, n) => person + n);
  if (person === student.earlier) people[0] = student.number;
  const built = await seedClass(desk, {
    school,
    offer: school.offers[place % 2] as School["offers"][number],
    place,
    people,
    stage: story.stage,
    shift,
    photoId,
    proofId,
  });
  if (taking) await seedSignUps(desk, built, person + people.length);
  if (story.discarded)
    await desk.as("org", { orgId: school.orgId })(classCalls.switchStatus, { ids: built.classId, status: "deleted" });
  if (story.assessed) await seedAssessment(desk, built, story.assessed, Math.max(3, shift - 45));
  if (story.inspected) await seedInspection(desk, built.classId, story.inspected);
  if (people.includes(laterStaff)) await enterAsStaff(desk, laterStaff);
  const claim = story.claims?.[index];
  if (claim) await seedClaim(desk, built, claim);
  return built;
}

/** One payment objection that waits for an answer, and one that has it. */
async function seedObjections(desk: Desk): Promise<void> {
  await seedObjection(desk, {
    person: getPlace(1, 7) + 1,
    daysAgo: 2,
    reason: "我没有参加过这个班，也没有领过证书，请核实。",
  });
  await seedObjection(desk, {
    person: getPlace(0, 7) + 3,
    daysAgo: 1,
    reason: "补贴金额是打给我本人的吗？我没有收到。",
    answer: "经核实，该补贴为培训补贴，按规定拨付给培训机构，不发给个人。",
  });
}

/** Each user finds the last few messages of each kind unread, as after a day off; text messages have been sent. */
async function settleMessages(tx: Tx): Promise<void> {
  await sql`insert into message_read (message_id, user_id) select m.id, u.id
      from (select id, row_number() over (partition by kind, target_kind, target order by id desc) as place from message) m cross join app_user u where m.place > 3`.execute(
    tx,
  );
  await sql`update sms_message set send_status = '1', attempts = 1, send_time = create_time, body = null where send_status = '0'`.execute(
    tx,
  );
}
