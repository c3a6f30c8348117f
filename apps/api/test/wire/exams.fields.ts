import type { WireTables } from "./wire-table.ts";

export const examsFields: WireTables = {
  QuestionClassification: "classificationId=:id courseId!:id parentId:id name!:50 weight:5.2 sort!:int",
  Question: `
    questionId=:id courseId!:id classificationId!:id questionType!:code difficulty!:code stem!:2000 options=:data answer!:20
    analysis:long score:4.1 attId:id isValid:code useCount=:int rightRate=:5.2`,
};
