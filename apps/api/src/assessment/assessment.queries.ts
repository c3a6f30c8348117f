/** What other domains ask of assessments, grades and certificates. */
export { lastGrade } from "./grades/last-grade.ts";
export { type Part, parts } from "./grades/grade-rules.ts";
export { certificateStands } from "./certificates/certificate-stands.ts";
export { getPartsOwed } from "./grades/parts-owed.ts";
/** Questions that later domains answer. */
export { examIsOpen, examsAreTaken, gradeIsClaimed, resultsAreOut } from "./grades/grade.holds.ts";
export { certificateIsClaimed } from "./certificates/certificate.holds.ts";
export { assessmentWaiting, returnedTests, testDrafts, unclaimedCertificates } from "./home-rows.ts";
/** What exams write. */
export { lockApplications } from "./test-application/lock-applications.ts";
export { type ExamScore, enterExamScores } from "./grades/exam-scores.ts";
export { hasEnteredScores } from "./grades/grade.recorders.ts";
export { getAssessmentsDue } from "./enterprise-due.ts";
export { getAssessorTasks } from "./assessor-tasks.ts";
