import { exportForPurpose } from "../core/export.ts";
import { TestCandidate } from "./test-candidate.ts";

/** The candidates of an approved application as the assessment body needs them, with ID numbers and phones in full. */
export const candidateRoster = exportForPurpose(TestCandidate, {
  name: "TestCandidate.roster",
  path: "/api/zjgrsj-train/trainingManagement/trainInstitution/test_apply/exportRoster",
  zh: "导出考生名册",
  en: "Roster for the assessment body",
  access: "test_edit",
});
