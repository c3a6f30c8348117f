import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    questionEdition: {
      questionId: string;
      edition: number;
      questionType: string;
      difficulty: string;
      stem: string;
      optionA: string | null;
      optionB: string | null;
      optionC: string | null;
      optionD: string | null;
      optionE: string | null;
      optionF: string | null;
      answer: string;
      analysis: string | null;
      attId: string | null;
      createUser: string;
      createTime: Generated<string>;
    };
    examPool: {
      examId: string;
      questionType: string;
      difficulty: string;
      classificationId: string | null;
      needed: number;
      questionIds: string[];
      editions: number[];
    };
    paperEvent: {
      id: Generated<string>;
      paperId: string;
      sitting: number;
      kind: string;
      seq: number | null;
      studentQuestionId: string | null;
      answer: string | null;
      at: string;
      time: Generated<string>;
      /** Milliseconds of the epoch, as the browser dated an answer. */
      givenAt: string | null;
      mac: string | null;
      isCounted: Generated<boolean>;
      note: string | null;
      createUser: string;
    };
    examAnnouncement: {
      id: Generated<string>;
      examId: string;
      text: string;
      createUser: string;
      createTime: Generated<string>;
    };
    examRuling: {
      examId: string;
      questionId: string;
      ruling: "struck" | "key";
      answer: string | null;
      reason: string;
      createUser: string;
      createTime: Generated<string>;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    Question: { stemHash: string };
    Exam: {
      /** The institution that made the exam and whose questions it draws from; null: the bureau and its bank. */
      bankOrgId: string | null;
    };
    ExamPaper: {
      idNumberHash: string;
      /** The sitting that has the paper, and the session that began it. */
      sitting: number;
      sessionId: string | null;
      lastSeq: number;
      lastAt: string | null;
      lastSeen: string | null;
      isReplacement: boolean;
      /** The photo taken at the start, as long as it is kept. */
      photoAttId: string | null;
    };
    StudentQuestion: {
      /** Letters of the options as they were shown; null: in their own order. */
      optionOrder: string | null;
    };
  }
}
