import type { IdType, Sex } from "@jipei/contract/core/fields/person-codes.ts";
import { categoriesWithProof } from "@jipei/contract/training/enrolment-codes.ts";
import { ageAt, provinces } from "@jipei/contract/core/fields/id-number.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import { parsePerson } from "../../core/foundation/person.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { getParameters } from "../../settings/settings.queries.ts";

/** Rules of a single person that need no other row. */

export interface Person {
  idType: IdType;
  idNumber: string;
  sex: Sex;
  birthday: string;
}

/**
 * The document in its stored form with sex and birthday, as a person of a class must have them.
 * @throws ID_INVALID, FIELD_INVALID; also for another document than the resident card without a birthday
 */
export function identify(input: Parameters<typeof parsePerson>[0]): Person {
  const { idNumber, sex, birthday } = parsePerson(input);
  if (!birthday || birthday > today())
    throw invalidField("birthday", "出生日期", "Date of birth", "不能为空且不晚于今天", "required, not after today");
  return { idType: (input.idType ?? "1") as IdType, idNumber, sex: sex ?? "9", birthday };
}

export interface AgeLimits {
  min: number;
  male: number;
  female: number;
}

/** The limits in force, in full years; the upper ones are no longer allowed. */
export async function getAgeLimits(db: Db): Promise<AgeLimits> {
  const values = await getParameters(db, ["student.age.min", "student.age.max.male", "student.age.max.female"]);
  return {
    min: values["student.age.min"],
    male: values["student.age.max.male"],
    female: values["student.age.max.female"],
  };
}

interface Aged {
  sex?: string | null;
  birthday?: string | null;
}

/** Full years on the first day of the class: at least the minimum, below the retirement age. @throws STUDENT_AGE */
export function assertOfAge(person: Aged, startDate: string, limits: AgeLimits): void {
  const { min, max, isOfAge } = getAge(person, startDate, limits);
  if (!isOfAge) throw new Refusal("STUDENT_AGE", { min, max });
}

/** The same for a row of a sheet, with the age. */
export function findAgeIssue(person: Aged, startDate: string, limits: AgeLimits): Issue | null {
  const { min, max, age, isOfAge } = getAge(person, startDate, limits);
  if (isOfAge) return null;
  const zh = `年龄不符合要求（${min}–${max}周岁），开班时${age}周岁`;
  return issue("STUDENT_AGE", zh, `Age outside ${min}–${max}: ${age} when the class starts`);
}

function getAge({ sex, birthday }: Aged, startDate: string, { min, male, female }: AgeLimits) {
  const age = ageAt(birthday ?? "", startDate);
  const max = (sex === "2" ? female : male) - 1;
  return { age, min, max, isOfAge: age >= min && age <= max };
}

/** @throws ATTACH_REQUIRED */
export function assertProvesCategory(row: { personCategory?: string | null; categoryAttId?: string | null }): void {
  if (row.personCategory && categoriesWithProof.has(row.personCategory) && !row.categoryAttId)
    throw new Refusal("ATTACH_REQUIRED", { names: { zh: "类别证明", en: "proof of category" } });
}

/**
 * A county, town or village code of a known province. Whether the county exists today is not asked: households keep the codes of
 * abolished ones for years. @throws FIELD_INVALID
 */
export function assertRegionCode(code: unknown): void {
  if (!isRegionCode(code))
    throw invalidField(
      "regionCode",
      "户籍区划",
      "Household region",
      "须为6、9或12位区划代码",
      "must be a region code of 6, 9 or 12 digits",
    );
}
/** As `assertRegionCode`, for who answers otherwise. */
export const isRegionCode = (code: unknown): boolean =>
  typeof code === "string" && /^\d{6}(\d{3}){0,2}$/.test(code) && provinces.has(code.slice(0, 2));
