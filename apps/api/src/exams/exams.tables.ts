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
      createUser: string;
      createTime: Generated<string>;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    Question: { stemHash: string };
  }
}
