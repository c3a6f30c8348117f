import { approveApplication, issueCertificates, lookUpCertificate, scoreAssessment } from "./assessment.ts";
import { pay, reviewFirst, reviewSecond, seePayment } from "./claim.ts";
import { completeClaim } from "./enterprise/claim.ts";
import { fileStaffClass, openStaffClass } from "./enterprise/filing.ts";
import { importStaff } from "./enterprise/staff.ts";
import { applyForStaffAssessment, planLessons, takeStaffAttendance } from "./enterprise/training.ts";
import { enterprise } from "./story.ts";
import { type Chapter, tellStory } from "./tell-story.ts";
import type { Language } from "./words.ts";

/** A class of an enterprise for thirty of its staff from a workbook of their numbers to a paid subsidy, with everybody who takes part in it. */

const chapters: readonly Chapter[] = [
  ["the enterprise opens a class, and reads what its draft still lacks", openStaffClass],
  ["thirty numbers and names: what no register knows is asked for, cell by cell, then all is written", importStaff],
  ["a lesson on each day of the week", planLessons],
  ["the class is submitted and approved", fileStaffClass],
  ["the lessons take place, attendance is entered and printed", takeStaffAttendance],
  ["the enterprise applies for the assessment", applyForStaffAssessment],
  ["the bureau approves it", async (story) => void (await approveApplication(story))],
  ["scores are entered by the enterprise, checked by the bureau, published", scoreAssessment],
  ["certificates are issued, with a PDF", issueCertificates],
  ["anybody can check a certificate", lookUpCertificate],
  ["the claim is there by itself; what is missing is named", completeClaim],
  ["the first review: warnings are confirmed by hand", reviewFirst],
  ["the second review is done by somebody else", reviewSecond],
  ["after the publicity the money is sent and recorded", pay],
  ["the enterprise sees the payment and its history", seePayment],
];

export const tellEnterpriseStory = (language: Language): void =>
  tellStory("from thirty numbers to payment", language, enterprise, chapters);
