import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Part, Shape } from "@jipei/contract/core/fields/shape.ts";
import { domains } from "../src/domains.ts";

/**
 * Every call that writes has one effect when it is sent twice, and here stands why: it brings a row, which is claimed before it is added; it says that
 * it `adds`; it moves rows that it names, which the second finds moved or gone; or it is one of these.
 */
const byItself: Readonly<Record<string, string>> = {
  "StorageProvider.test": "writes a file and removes it",
  "Document.preview": "a content is converted once",
  "Document.open": "who edits a document shares its session",
  "Notice.read": "a reader is counted once",
  "TrainNews.detail": "a reader is counted once",
  "DeskNotice.detail": "is read, or is read already",
  "Auth.loginCode": "one code a minute",
  "Auth.lock": "is locked, or is locked already",
  "ThirdParty.finishLink": "the code counts once",
  "SecondFactor.remove": "the code counts once",
  "DataScope.preview": "is rolled back",
  unmask: "each reading is in the history",
  "User.phoneCode": "one code a minute",
  "User.provePhone": "the code counts once",
  "User.updatePassword": "the old password counts once",
  "User.updatePlatform": "has these values, or has them already",
  "Registration.register": "an account has one name",
  "Tenant.datasource": "is linked, or is linked already",
  "Organisation.validPasswords": "shows the same password",
  "Organisation.changePasswords": "the old password counts once",
  "Teacher.syncTeachers": "adds whom it does not know yet",
  "Teacher.syncOrgTeachers": "adds whom it does not know yet",
  "Student.review": "is answered from the evidence of the first while that counts",
  "StudentAccount.validPasswords": "shows the same password",
  "StudentAccount.changePasswords": "the old password counts once",
  "StudentAccount.validUser": "answers what a register knows",
  "StudentAccount.sendMessageRegist": "one code a minute",
  "StudentAccount.sendMessage": "one code a minute",
  "StudentAccount.changePasswordByTelephone": "the code counts once",
  "Assessor.draw": "a panel is drawn once",
  "Certificate.issue": "who has a certificate gets no other",
  "Certificate.batch": "who has a certificate gets no other",
  "EnterpriseCertificate.issue": "who has a certificate gets no other",
  "EnterpriseCertificate.batch": "who has a certificate gets no other",
  "Investigation.draw": "a sample is drawn once",
  "Investigation.answer": "has this answer, or has it already",
  claimAutoTrial: "each check is a run of its own, of which the last counts",
  "EnterpriseSubsidyApplication.autoTrial": "each check is a run of its own, of which the last counts",
  "EnterpriseClass.moveLesson": "is there, or is there already",
  "EnterpriseStudent.fromRegister": "is answered from the evidence of the first while that counts",
  "EnterpriseTotal.refresh": "the registers are asked again, and the last answer counts",
  "ExamPaper.beat": "each event counts once",
  "StudentQuestion.submit": "each answer counts once",
  "StudentQuestion.getQuestion": "the same paper is opened again",
  "ExamPaper.sendPhoto": "the first photo stays",
  "ExamPaper.submitExam": "is handed in, or is handed in already",
  "FlowDefinition.changeState": "has this state, or has it already",
  "FlowDefinition.migrate": "none is left to be moved",
  "FlowFollow.deliver": "nothing waits for it any more",
  "FlowFollow.delete": "is deleted, or is deleted already",
  "FlowFollow.terminate": "has ended, or has ended already",
  "FlowFollow.withdraw": "is withdrawn, or is withdrawn already",
  "FlowCopy.read": "is read, or is read already",
  "FlowTask.claim": "a task is claimed once",
  "FlowTask.unclaim": "is put back, or is put back already",
  "FlowTask.complete": "a task is completed once",
  "FlowTask.completeAll": "a task is completed once",
  "FlowTask.return": "the task is gone",
  "FlowTask.transfer": "is somebody else’s by then",
  "FlowTask.delegate": "is somebody else’s by then",
  "FlowTask.recall": "is delegated no more",
  "FlowTask.removeSigner": "has no such task any more",
  "Leave.resubmit": "a task is completed once",
  "CompetitionRecord.publish": "what is published is published already",
  "WorkMonth.close": "is closed, or is closed already",
  "SavedView.save": "a view has one name",
  "ReviewDraft.save": "the second has an older version",
  "ReviewDraft.take": "the second has an older version",
  financeResult: "a payment has one key",
  "Setup.begin": "the link counts once",
  "Setup.confirm": "the link counts once",
  "Setup.bureau": "has these values, or has them already",
  "Setup.backup": "has these values, or has them already",
  "Setup.finish": "is finished, or is finished already",
};

const writing = domains.flatMap(({ routes }) => routes.flatMap(({ kind, call }) => (kind === "writes" ? [call] : [])));

/** Whether what a call takes may be a new row. */
const bringsRow = (part: Part | Shape): boolean => {
  if ("kind" in part) return false;
  if (part.shape === "list") return bringsRow(part.of);
  return part.shape === "save" || (part.shape === "record" && Object.values(part.fields).some(bringsRow));
};
const claimed = ({ input, answersAnew }: Call): boolean => !answersAnew && bringsRow(input);
const movesNamed = ({ input, output }: Call): boolean =>
  output.shape === "none" &&
  input.shape === "record" &&
  Object.keys(input.fields).some((name) => /^(id|\w*[iI]ds)$/.test(name));
/** A look-up is answered from the evidence of the first while that counts. */
const looksUp = ({ name }: Call): boolean => name.startsWith("sxt.");

describe("every call that writes", () => {
  it("has one effect when it is sent twice, and says why", () => {
    const open = writing.filter(
      (call) => !call.adds && ![claimed(call), movesNamed(call), looksUp(call)].some(Boolean),
    );
    assert.deepEqual(open.map(({ name }) => name).sort(), Object.keys(byItself).sort());
  });

  it("says that it adds only where that cannot be told from its input", () => {
    for (const { name, method, adds, input, access } of writing)
      if (adds) assert.ok(method === "POST" && access !== "public" && !bringsRow(input), name);
  });
});
