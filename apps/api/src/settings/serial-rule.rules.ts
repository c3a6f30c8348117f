import { OrganisationPlan } from "@jipei/contract/training/organisation-plan.ts";
import { Plan } from "@jipei/contract/training/plan.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { Assessor } from "@jipei/contract/assessment/assessors/assessor.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import {
  SerialRule,
  type SerialKey,
  type SerialShape,
  getPrescribedParts,
  getLength,
  repeats,
  serialRules,
} from "@jipei/contract/settings/serial-rule.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Course } from "@jipei/contract/catalogue/course.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import type { StoredRow } from "../core/database/tables.ts";
import type { Draft } from "../core/entity/columns.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";

type Rule = Draft<typeof SerialRule>;

/** Parts of a number that may no longer change once numbers of it exist. */
const frozen = ["serialKey", "prefix", "datePattern", "seqLength"] as const;

/** Upper limit for the length of a rule's numbers: that of the field they are written into, less the digits that others append. */
const room: Partial<Record<SerialKey, number>> = {
  PLAN_NO: lengthIn(Plan.fields.planNo),
  ORG_PLAN_NO: lengthIn(OrganisationPlan.fields.orgPlanNo),
  COURSE_NO: lengthIn(Course.fields.courseNo),
  TEACHER_NO: lengthIn(Teacher.fields.teacherNo),
  ASSESSOR_NO: lengthIn(Assessor.fields.assessorNo),
  SIGN_NO: lengthIn(SignUp.fields.signNo),
  ENT_SIGN_NO: lengthIn(EnterpriseSign.fields.entSignNo),
  // The number of an examinee is that of the application with three digits appended.
  TEST_NO: Math.min(lengthIn(TestApplication.fields.testApplyNo), lengthIn(Grade.fields.examineeNo) - 3),
  SUBSIDY_NO: lengthIn(SubsidyApplication.fields.applyNo),
  ENT_SUBSIDY_NO: lengthIn(SubsidyApplication.fields.applyNo),
  PAY_BATCH: lengthIn(SubsidyApplication.fields.payBatchNo),
};
/** Upper limit for the sample of a rule whose numbers are not written into a field yet. */
const longest = 30;

export const isBuiltIn = (key: string): key is SerialKey => Object.hasOwn(serialRules, key);

const label = (name: string): Field => (SerialRule.fields as Record<string, Field>)[name] as Field;
const wrong = (name: string, zh: string, en: string) => invalidField(name, label(name).zh, label(name).en, zh, en);
const frozenField = (name: string) =>
  new Refusal("FIELD_FROZEN", { field: { zh: label(name).zh, en: label(name).en } });

/** Checks a rule against its patterns and the use of its numbers. @throws FIELD_INVALID, FIELD_FROZEN */
export function checkSerialRule(rule: Rule, old: StoredRow<typeof SerialRule> | null, used: boolean): void {
  if (!/^[A-Z][A-Z_]{1,29}$/.test(rule.serialKey))
    throw wrong("serialKey", "须为大写字母和下划线", "capital letters and _");
  if (rule.prefix && !/^[A-Za-z]{1,10}$/.test(rule.prefix)) throw wrong("prefix", "只能是字母", "letters only");
  if (repeats(rule.serialKey, rule.datePattern, rule.resetCycle))
    throw wrong(
      "resetCycle",
      "不能比日期段更频繁，否则号码会重复",
      "must not be more frequent than the date segment changes; numbers would come twice",
    );
  if (old && old.serialKey !== rule.serialKey && isBuiltIn(old.serialKey)) throw frozenField("serialKey");
  assertKeepsForm(rule);
  assertFits(rule, rule.serialKey);
  if (old && used)
    for (const name of frozen)
      if ((rule[name] ?? null) !== (old[name] ?? null) && !(name in getPrescribedParts(rule.serialKey)))
        throw frozenField(name);
}

/** @throws FIELD_FROZEN where the format of a number that is part of others would change */
function assertKeepsForm(rule: Rule): void {
  const prescribed = getPrescribedParts(rule.serialKey);
  for (const name of ["prefix", "datePattern", "seqLength", "resetCycle"] as const)
    if (name in prescribed && (rule[name] || null) !== prescribed[name]) throw frozenField(name);
}

/** A number must fit into its field, or the action that needs it would fail. @throws FIELD_INVALID */
function assertFits(rule: SerialShape, key: string): void {
  const most = (isBuiltIn(key) ? room[key] : undefined) ?? longest;
  const length = getLength(rule);
  if (length > most)
    throw wrong(
      "seqLength",
      `号码共${length}位，最多${most}位`,
      `the number has ${length} characters, ${most} at most`,
    );
}

function lengthIn({ length }: Field): number {
  if (!length) throw new Error("numbers are written into texts");
  return length;
}
