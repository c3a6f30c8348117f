import type { Generated } from "kysely";

/** Columns that only the server sees: the side of a row (1 institution, 2 enterprise) is said by the entity through which clients know it. */
declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    Grade: {
      heldCertId: string | null;
      /** The exam that the theory score comes from. */
      examId: string | null;
      /** The score that it found; none as long as the person has to sit again, or had a violation there. */
      examScore: string | null;
      /** Whether it found a violation. */
      examCheat: Generated<boolean>;
    };
    TestApplication: {
      side: Generated<"1" | "2">;
      evalOrgCode: string | null;
    };
    TestCandidate: {
      side: Generated<"1" | "2">;
    };
    Certificate: {
      side: Generated<"1" | "2">;
      /** The permit that renewed this one and closed it. */
      replacedBy: string | null;
    };
  }
}
