import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    storedObject: {
      key: string;
      providerId: string;
      state: string;
      size: string | null;
      sha256: string | null;
      createTime: Generated<string>;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    Attachment: {
      storageKey: string;
    };
  }
}
