import { planCalls } from "@jipei/contract/training/plan.ts";
import { addDays, addMonths, daysBetween, inThePast, today } from "../../src/core/foundation/clock.ts";
import { seedAssessment } from "./assessments.ts";
import { seedClaim } from "./claims.ts";
import { seedClass } from "./classes.ts";
import { type Desk, analyse } from "./desk.ts";
import { keepFile, paper, portrait } from "./files.ts";
import { seedInspection } from "./inspections.ts";
import { seedOutcomes } from "./outcomes.ts";
import { openPast } from "./past.ts";
import { type School, seedShare } from "./schools.ts";

/** Each institution held so many classes, which together ended in the months from so many ago on to so many ago. */
const classesEach = 4;
const [firstMonth, lastMonth] = [24, 9];
/** Days between the start of such a class and its payment, from about its end on, and from its assessment on: within the month in which it ended. */
const [taught, ended, assessed] = [80, 56, 44];
const size = 16;
/** Numbers of synthetic people that nobody else of the county has. */
const firstPerson = 640_000;

/** What the institutions did in the two years before: plans of each year, classes that were held, assessed, claimed for and paid, and what people said of them. */
export async function seedHistory(desk: Desk, schools: readonly School[]): Promise<void> {
  const step = await openPast(desk);
  const made = new Map<string, string>();
  /** Made once, at its day. */
  const once = async (name: string, daysAgo: number, make: () => Promise<string>) => {
    const id = made.get(name) ?? (await step(daysAgo, make));
    made.set(name, id);
    return id;
  };
  // Numbers of classes, certificates and claims follow the days.
  const runs = Array.from({ length: classesEach }, (_, n) => schools.map((school) => ({ school, n }))).flat();
  for (const [place, { school, n }] of runs.entries()) {
    const months = firstMonth - Math.floor((place * (firstMonth - lastMonth + 1)) / runs.length);
    const daysAgo = daysBetween(`${addMonths(today(), -months).slice(0, 7)}-12`, today()) - ended;
    const offer = school.offers[n % 2] as School["offers"][number];
    const year = addDays(today(), -daysAgo - taught).slice(0, 4);
    const planned = daysBetween(`${Number(year) - 1}-12-05`, today());
    const planId = await once(year, planned, () => seedYear(desk, year));
    const orgPlanId = await once(`${year} ${offer.orgCourseId}`, planned - 9, () =>
      seedShare(desk, school.orgId, planId, offer.courseId, year, 3),
    );
    const people = Array.from({ length: size }, (_, person) => firstPerson + place * size + person);
    const isVisited = place % 2 === 0;
    await step(daysAgo, () =>
      seedPaidClass(desk, school, { ...offer, orgPlanId }, { place: 4 + n, people, isVisited }),
    );
    if (place % (2 * schools.length) === 0) await analyse(desk);
  }
}

/** The plan of a year, released in the December before it. @returns its id */
async function seedYear(desk: Desk, year: string): Promise<string> {
  const clerk = desk.as("clerk");
  const { id } = await clerk(planCalls.submit, {
    planName: `${year}年政府补贴性职业技能培训计划（第一批）`,
    planYear: Number(year),
    trainKind: "01",
    startDate: today(),
    endDate: addDays(today(), 40),
    totalHeadcount: 3000,
    budgetAmount: "3200000.00",
    content: "面向重点群体和企业职工，按目录组织培训。",
  });
  await clerk(planCalls.release, { ids: id });
  return id;
}

async function seedPaidClass(
  desk: Desk,
  school: School,
  offer: School["offers"][number],
  { place, people, isVisited }: { place: number; people: readonly number[]; isVisited: boolean },
): Promise<void> {
  const by = desk.actor("org", { orgId: school.orgId });
  const built = await seedClass(desk, {
    school,
    offer,
    place,
    people,
    isNamedByMonth: true,
    stage: "confirmed",
    shift: taught,
    photoId: await keepFile(desk, by, "照片.png", portrait()),
    proofId: await keepFile(desk, by, "初中毕业证书.pdf", await paper("初中毕业证书")),
  });
  // The visit was while the class was taught.
  if (isVisited) await inThePast(taught - 20, () => seedInspection(desk, built.classId, "passed"));
  await seedAssessment(desk, built, "certified", assessed);
  await seedClaim(desk, built, "paid");
  await seedOutcomes(desk);
}
