import {
  applyForAssessment,
  approveAssessment,
  issueCertificates,
  lookUpCertificate,
  scoreAssessment,
} from "./assessment.ts";
import { takeAttendance } from "./attendance.ts";
import { fileClaim, pay, reviewFirst, reviewSecond, seePayment } from "./claim.ts";
import { declareUnderPlan, openClass, releasePlan } from "./filing.ts";
import { fileClass, importRoster } from "./roster.ts";
import { institution } from "./story.ts";
import { type Chapter, tellStory } from "./tell-story.ts";
import { planTimetable } from "./timetable.ts";
import type { Language } from "./words.ts";

/** A class of thirty persons from a released plan to a paid subsidy, with everybody who takes part in it. */

const chapters: readonly Chapter[] = [
  ["the bureau releases a plan", releasePlan],
  ["the institution declares its share, which is approved", declareUnderPlan],
  ["it opens a class", openClass],
  ["the roster comes from a workbook: a bad cell is named, corrected, and all is written", importRoster],
  ["the week is planned; two lessons cannot stand at one time", planTimetable],
  ["the class is submitted, its people checked, the class confirmed", fileClass],
  ["the lessons take place, attendance is entered by keys", takeAttendance],
  ["the institution applies for the assessment", applyForAssessment],
  ["the bureau approves it and draws assessors", approveAssessment],
  ["scores are entered by one, checked by another, published", scoreAssessment],
  ["certificates are issued, with a PDF", issueCertificates],
  ["anybody can check a certificate", lookUpCertificate],
  ["the claim is filed; what is missing is named", fileClaim],
  ["the first review: warnings are confirmed by hand", reviewFirst],
  ["the second review is done by somebody else", reviewSecond],
  ["after the publicity the money is sent and recorded", pay],
  ["the institution sees the payment and its history", seePayment],
];

export const tellInstitutionStory = (language: Language): void =>
  tellStory("from plan to payment", language, institution, chapters);
