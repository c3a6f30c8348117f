import { CandidateSource } from "@jipei/contract/catalogue/candidate-source.ts";
import { CourseSubsidyFile } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { Course } from "@jipei/contract/catalogue/course.ts";
import { DeclareCondition } from "@jipei/contract/catalogue/declare-condition.ts";
import { StartupType } from "@jipei/contract/catalogue/startup-type.ts";
import { SubsidyStandard } from "@jipei/contract/catalogue/subsidy-standard.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import { system } from "../src/core/foundation/actor.ts";
import { today } from "../src/core/foundation/clock.ts";
import { insertColumns } from "../src/core/database/write-rows.ts";
import type { Db, Tx } from "../src/core/database/db.ts";
import { nextNumber } from "../src/settings/settings.queries.ts";
import {
  amounts,
  assessmentAmounts,
  candidateSources,
  conditions,
  occupations,
  otherCourses,
  startupTypes,
} from "./reference/catalogue.ts";

/** First day of the standards, from the provincial table of 2023. */
const inForceFrom = "2023-10-01";
const valid = "isValid";
/** A course is told apart from others of its occupation by its name only. */
const levelWords: Readonly<Record<string, string>> = {
  "1": "一级",
  "2": "二级",
  "3": "三级",
  "4": "四级",
  "5": "五级",
};

/** The catalogue with its conditions and standards, start-up types and candidate sources: added once, and managed by the bureau from then on. */
export async function seedTeaching(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const first =
      await sql`insert into seeded (name) values ('teaching') on conflict do nothing returning name`.execute(tx);
    if (first.rows.length === 0) return;
    for (const [index, [sourceNo, sourceName]] of candidateSources.entries())
      await add(tx, CandidateSource, { sourceNo, sourceName, sort: index + 1, isValid: valid });
    const types = await seedStartupTypes(tx);
    for (const occupation of occupations) await seedOccupation(tx, occupation);
    for (const { startup, standard, hours, practice, code, name, occupation = name, ...course } of otherCourses) {
      const courseId = await addCourse(tx, {
        ...course,
        courseName: name,
        occupationCode: code,
        occupationName: occupation,
        occupClass: course.class,
        minHours: hours,
        practiceRatio: practice,
        isShortage: "0",
        entrepreneurialTypeId: startup ? types.get(startup) : null,
      });
      await addStandards(tx, courseId, course.class, course.level, [standard]);
    }
  });
}

const add = async (tx: Tx, entity: Entity, values: Record<string, unknown>): Promise<string> =>
  (await insertColumns(tx, system, entity, values)).id;

async function seedStartupTypes(tx: Tx): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [typeNo, typeName, minHours, rank] of startupTypes)
    ids.set(typeNo, await add(tx, StartupType, { typeNo, typeName, minHours, maxClassSize: 30, rank, isValid: valid }));
  return ids;
}

/** An occupation at all its levels: the conditions of admission, the hours, and the subsidies. */
async function seedOccupation(
  tx: Tx,
  { code, name, class: occupClass, levels, shortage }: (typeof occupations)[number],
): Promise<void> {
  for (const level of levels) {
    const firstCondition = await addConditions(tx, code, name, level);
    const courseId = await addCourse(tx, {
      courseName: `${name}（${levelWords[level]}）`,
      occupationCode: code,
      occupationName: name,
      level,
      occupClass,
      trainKind: "01",
      certKind: "1",
      minHours: level === "5" ? "40" : "56",
      practiceRatio: "0.60",
      isShortage: shortage ? "1" : "0",
      declareConditionId: firstCondition,
    });
    const amount = amounts[level]?.[occupClass] as string;
    await addStandards(tx, courseId, occupClass, level, [
      ["01", "1", amount],
      ["05", "1", assessmentAmounts[level] as string],
    ]);
  }
}

async function addConditions(
  tx: Tx,
  occupationCode: string,
  occupationName: string,
  level: string,
): Promise<string | null> {
  const ids: string[] = [];
  for (const [index, { text, ...rest }] of (conditions[level] ?? []).entries())
    ids.push(
      await add(tx, DeclareCondition, {
        occupationCode,
        occupationName,
        level,
        conditionNo: index + 1,
        conditionText: text,
        minAge: 16,
        ...rest,
      }),
    );
  return ids[0] ?? null;
}

const addCourse = async (tx: Tx, { class: _class, ...values }: Record<string, unknown>): Promise<string> =>
  add(tx, Course, {
    ...values,
    courseNo: await nextNumber(tx, "COURSE_NO"),
    validYear: Number(today().slice(0, 4)),
    isValid: valid,
  });

async function addStandards(
  tx: Tx,
  courseId: string,
  occupClass: string,
  level: string,
  standards: readonly (readonly [kind: string, payTarget: string, amount: string])[],
): Promise<void> {
  const subsidyFileId = await add(tx, CourseSubsidyFile, {
    courseId,
    fileNo: "补贴基准（2023年）",
    fileTitle: "政府补贴性职业技能培训项目补贴基准",
    issueOrg: "人力资源和社会保障局、财政局",
    issueDate: "2023-09-15",
    effectDate: inForceFrom,
  });
  for (const [subsidyKind, payTarget, standardAmount] of standards)
    await add(tx, SubsidyStandard, {
      courseId,
      subsidyFileId,
      subsidyKind,
      payTarget,
      standardAmount,
      occupClass,
      level,
      effectDate: inForceFrom,
      isValid: valid,
    });
}
