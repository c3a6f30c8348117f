import {
  QuestionClassification,
  questionClassificationCalls,
  questionClassificationResource,
} from "@jipei/contract/exams/question-classification.ts";
import { Question, questionCalls, questionResource } from "@jipei/contract/exams/question.ts";
import { examRoomCalls } from "@jipei/contract/exams/exam-room.calls.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examResultsCalls } from "@jipei/contract/exams/exam-results.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { analysisSheetRoute } from "./analysis/analysis-sheet.ts";
import { analyse } from "./analysis/analysis.ts";
import { resultsSheetRoute } from "./analysis/results-sheet.ts";
import { getResults } from "./analysis/results.ts";
import { compareDraft, listOfClass, readTrainExam, submitExam } from "./exam/exam-calls.ts";
import { examOptions } from "./exam/exam.ts";
import { examTimer } from "./exam/exam-clock.ts";
import { examsFollowRevocation } from "./exam/follow-revocation.ts";
import { hasOpenExam } from "./exam/open-grades.ts";
import { decideIdentity } from "./identity/decide.ts";
import { photoRoute } from "./identity/photo.ts";
import { photoTimer } from "./identity/photo-timer.ts";
import { sendPhoto } from "./identity/send-photo.ts";
import { submitAnswers } from "./paper/answers.ts";
import { beat } from "./paper/beat.ts";
import { answerDerived, answerOptions, paperOptions, submitPaper } from "./paper/exam-paper.ts";
import { handIn } from "./paper/hand-in.ts";
import { announce, extendTime, readRoom, releasePapers } from "./paper/invigilation.ts";
import { readMarkedPaper, readWrong } from "./paper/marked-paper.ts";
import { objectTo, replyTo } from "./paper/objections.ts";
import { openPaper } from "./paper/open-paper.ts";
import { pictureRoute } from "./paper/picture.ts";
import { assignSeats } from "./rooms/assign-seats.ts";
import { examRoomDerived, examRoomOptions } from "./rooms/exam-room.ts";
import { moveSeat } from "./rooms/move-seat.ts";
import { roomPrintRoute } from "./print/rooms/room-print.ts";
import { printRoute } from "./print/exam-print.ts";
import { practicePictureRoute, readPractice, readPracticePoints } from "./paper/practice.ts";
import { ruleOn } from "./paper/rulings.ts";
import { examIsOpen } from "../assessment/assessment.queries.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import { answers } from "../core/foundation/ports.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { classificationOptions, findClassifications, getTree } from "./bank/question-classification.ts";
import { bankFileRoutes } from "./bank/files/bank-files.ts";
import { findNearStems } from "./bank/near-stems.ts";
import { previewQuestion } from "./bank/preview-question.ts";
import { wordToWorkbook } from "./bank/word/word-to-workbook.ts";
import {
  countByDifficulty,
  countByType,
  findSimilar,
  questionDerived,
  questionOptions,
  saveQuestion,
} from "./bank/question.ts";

/** The question bank with all that its questions said before, exams drawn from it, and the papers that candidates answer. */
export const exams: Domain = {
  name: "exams",
  owners: [classificationOptions, questionOptions, examOptions, examRoomOptions, paperOptions, answerOptions],
  derived: [...questionDerived, ...examRoomDerived, ...answerDerived],
  routes: [
    ...crudRoutes(questionClassificationResource.calls, classificationOptions),
    exporter(QuestionClassification, questionClassificationResource.calls.export, classificationOptions),
    reads(questionClassificationCalls.tree, (db, actor, { courseId }) => getTree(db, actor, courseId)),
    ...crudRoutes(questionCalls, questionOptions, { submit: writes(questionCalls.submit, saveQuestion) }),
    exporter(Question, questionCalls.export, questionOptions),
    ...bankFileRoutes,
    reads(questionCalls.similar, findSimilar),
    reads(questionCalls.countQuestionType, countByType),
    reads(questionCalls.countQuestionDifficulty, countByDifficulty),
    ...crudRoutes(examCalls, examOptions, { submit: writes(examCalls.submit, submitExam) }),
    exporter(Exam, examCalls.export, examOptions),
    printRoute,
    reads(examCalls.getTrainExam, readTrainExam),
    reads(examCalls.getExamByClassId, (_db, actor, { classId }, app) => listOfClass(actor, classId, app)),
    reads(examCalls.bank, compareDraft),
    reads(examCalls.room, readRoom),
    writes(examCalls.announce, announce),
    reads(examCalls.analysis, analyse),
    analysisSheetRoute,
    reads(examResultsCalls.results, getResults),
    resultsSheetRoute,
    writes(examCalls.rule, ruleOn),
    ...crudRoutes(examRoomCalls, examRoomOptions),
    exporter(ExamRoom, examRoomCalls.export, examRoomOptions),
    writes(examRoomCalls.assignSeats, assignSeats),
    writes(examRoomCalls.moveSeat, moveSeat),
    roomPrintRoute,
    writes(identityCalls.send, sendPhoto),
    writes(identityCalls.decide, decideIdentity),
    photoRoute,
    ...crudRoutes(examPaperCalls, paperOptions, { submit: writes(examPaperCalls.submit, submitPaper) }),
    exporter(ExamPaper, examPaperCalls.export, paperOptions),
    writes(examPaperCalls.submitExam, handIn),
    writes(examPaperCalls.beat, beat),
    writes(examPaperCalls.extend, extendTime),
    writes(examPaperCalls.release, releasePapers),
    ...crudRoutes(studentQuestionCalls, answerOptions, {
      submit: writes(studentQuestionCalls.submit, submitAnswers),
    }),
    exporter(StudentQuestion, studentQuestionCalls.export, answerOptions),
    writes(studentQuestionCalls.getQuestion, openPaper),
    pictureRoute,
    reads(studentQuestionCalls.getSubmitQuestion, readMarkedPaper),
    reads(studentQuestionCalls.wrong, readWrong),
    reads(studentQuestionCalls.practicePoints, readPracticePoints),
    reads(studentQuestionCalls.practise, readPractice),
    practicePictureRoute,
    writes(studentQuestionCalls.object, objectTo),
    writes(studentQuestionCalls.reply, replyTo),
  ],
  importers: [
    formImporter(questionClassificationResource.calls.import, classificationOptions, {
      columns: [{ field: "parentId", resolve: findClassifications }],
    }),
    formImporter(questionResource.calls.import, questionOptions, {
      convert: wordToWorkbook,
      preview: previewQuestion,
      notices: findNearStems,
      columns: [
        { field: "classificationId", synonyms: ["试题分类"], resolve: findClassifications },
        { field: "stem", synonyms: ["题目", "试题内容"], example: "焊接作业前首先应检查（ ）。" },
        { field: "optionA", example: "气瓶压力" },
        { field: "optionB", example: "作业环境" },
        { field: "answer", synonyms: ["正确答案", "标准答案"], example: "B" },
        { field: "analysis", synonyms: ["答案解析"] },
        { field: "isValid", needed: false },
      ],
    }),
  ],
  holds: [answers(examIsOpen, hasOpenExam)],
  reactions: examsFollowRevocation,
  timers: [examTimer, photoTimer],
  constraints: {
    exam_paper_seat: "SEAT_TAKEN",
    exam_room_once: "DUPLICATE",
    exam_once: "DUPLICATE",
    question_once: "DUPLICATE",
    question_classification_once: "DUPLICATE",
  },
};
