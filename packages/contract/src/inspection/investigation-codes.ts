import { codeList } from "../core/fields/field.ts";

export const investigateKind = codeList("INVESTIGATE_KIND", "调查类型", "Kind of investigation", {
  "1": ["培训需求", "Training needs"],
  "2": ["培训效果", "Effect of training"],
  "3": ["实地核查", "Inspection"],
});

/** How somebody of the sample was asked. */
export const askWay = codeList("ASK_WAY", "询问方式", "Asked", {
  "1": ["当面询问", "In person"],
  "2": ["电话询问", "By phone"],
  "3": ["课堂询问", "In the lesson"],
});

/** What somebody of the sample says to the question whether they were trained. */
export const heldAnswer = codeList("HELD_ANSWER", "抽查答复", "Answer", {
  "1": ["属实", "Confirmed", "good"],
  "2": ["否认", "Denied", "bad"],
  "3": ["未联系上", "Not reached", "waiting"],
});

/** The least number of people of a class whom an inspection checks: a tenth, at least three; of a smaller class everybody. */
export const getLeastChecked = (students: number): number => Math.min(students, Math.max(3, Math.ceil(students / 10)));
