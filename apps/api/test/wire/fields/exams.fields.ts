import type { WireTables } from "../wire-table.ts";

export const examsFields: WireTables = {
  QuestionClassification: "classificationId=:id courseId!:id parentId:id name!:50 weight:5.2 sort!:int",
  Question: `
    questionId=:id courseId!:id classificationId!:id questionType!:code difficulty!:code stem!:2000 options=:data answer!:20
    analysis:long score:4.1 attId:id isValid:code useCount=:int rightRate=:5.2`,
  Exam: `
    examId=:id examNo=:20 examName!:100 classId!:id testApplyId:id courseId=:id examKind!:code startTime!:datetime endTime!:datetime
    duration!:int totalScore!:5.2 passScore!:5.2 singleCount!:int singleScore!:4.1 multiCount!:int multiScore!:4.1 judgeCount!:int judgeScore!:4.1
    easyRate!:int mediumRate!:int hardRate!:int maxTimes!:int status=:code`,
  ExamPaper: `
    paperId=:id examId=:id studentId=:id timesNo=:int startTime=:datetime deadline=:datetime submitTime=:datetime isAuto=:code
    objectiveScore=:5.2 score=:5.2 isPass=:code switchCount=:int status=:code`,
  StudentQuestion: `
    studentQuestionId=:id paperId=:id questionId=:id orderNo=:int stemSnapshot=:6000 studentAnswer:20 isRight=:code score=:4.1 answerTime=:datetime`,
};
