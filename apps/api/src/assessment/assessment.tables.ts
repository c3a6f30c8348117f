import type { Generated } from "kysely";

/** Columns that only the server sees: the side of a row is said by the entity through which clients know it. */
declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    Grade: {
      heldCertId: string | null;
    };
    TestApplication: {
      side: Generated<Side>;
      evalOrgCode: string | null;
    };
    TestCandidate: {
      side: Generated<Side>;
    };
    Certificate: {
      side: Generated<Side>;
    };
  }
}

/** 1 institution, 2 enterprise. */
type Side = "1" | "2";
