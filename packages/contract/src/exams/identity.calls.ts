import { call } from "../core/call.ts";
import { code, id, text } from "../core/fields/field.ts";
import { file, none, record } from "../core/fields/shape.ts";
import { identityDecision, identityPhoto } from "./exam-codes.ts";

const path = "/api/zjgrsj-train/student/exam_paper";
const resource = "exam_paper";

/** Whether who sits an exam is who should: a photo taken at the start, and what a person decides. */
export const identityCalls = {
  /** Hands over the photo that the candidate agreed to. The first one stays: sent again, nothing changes. */
  send: call({
    name: "ExamPaper.sendPhoto",
    method: "POST",
    path: `${path}/sendPhoto`,
    zh: "提交核验照片",
    en: "Send the photo of the identity check",
    access: `${resource}_hand_in`,
    input: record({
      paperId: id("答卷", "Paper", "required"),
      /** Of a jpg that was uploaded before, 1 MB at most. */
      link: text(500, "照片链接", "Link of the photo", "required"),
    }),
    output: none,
  }),
  /** Whoever invigilates decides, as often as they learn more; each decision is kept. */
  decide: call({
    name: "ExamPaper.decideIdentity",
    method: "POST",
    path: `${path}/decideIdentity`,
    zh: "身份核验",
    en: "Decide on the identity of a candidate",
    access: `${resource}_invigilate`,
    adds: "more",
    input: record({
      paperId: id("答卷", "Paper", "required"),
      decision: code(identityDecision, "核验结论", "Decision", "required"),
      reason: text(500, "原因", "Reason"),
    }),
    output: none,
  }),
  /** The photo taken at the start, or the one on the roster. */
  photo: call({
    name: "ExamPaper.identityPhoto",
    method: "GET",
    path: `${path}/identityPhoto`,
    zh: "核验照片",
    en: "Photo of the identity check",
    access: `${resource}_invigilate`,
    input: record({
      paperId: id("答卷", "Paper", "required"),
      which: code(identityPhoto, "照片", "Photo", "required"),
    }),
    output: file("any"),
  }),
};
