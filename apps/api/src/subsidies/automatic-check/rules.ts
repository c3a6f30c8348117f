import { aboutTheEnd } from "./rule.ts";
import { inspectionRule, creditRule, documentsRule, payeeRule } from "./head.rules.ts";
import { annualRule, clashRule, lowerRule, repeatedRule } from "./history.rules.ts";
import { amountRule, contractRule, deadlineRule, insuranceRule } from "./money.rules.ts";
import { ageRule, categoryRule, excludedRule, idNumberRule, identityRule, duplicateRule } from "./person.rules.ts";
import {
  attendanceRule,
  catalogueRule,
  certificateMatchRule,
  certificateRule,
  gradeRule,
  hoursRule,
} from "./training.rules.ts";

/** AT01–AT20: one finding a row and rule, also where it is met. */
export const rowRules = [
  idNumberRule,
  identityRule,
  duplicateRule,
  repeatedRule,
  lowerRule,
  annualRule,
  aboutTheEnd(certificateRule),
  aboutTheEnd(certificateMatchRule),
  aboutTheEnd(gradeRule),
  aboutTheEnd(attendanceRule),
  aboutTheEnd(hoursRule),
  amountRule,
  aboutTheEnd(deadlineRule),
  insuranceRule,
  contractRule,
  categoryRule,
  ageRule,
  excludedRule,
  catalogueRule,
  clashRule,
];

/** AT21–AT24: findings of the claim itself. */
export const headRules = [inspectionRule, payeeRule, documentsRule, creditRule];
