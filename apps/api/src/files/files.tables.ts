import type { Generated } from "kysely";
import type { Json } from "../core/database/tables.ts";
import type { StoredActor } from "../core/foundation/actor.ts";

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
    documentConversion: {
      sha256: string;
      fileType: string;
      state: Generated<"waiting" | "ready" | "failed">;
      storageKey: string | null;
      fileSize: number | null;
      reason: string | null;
      changeTime: Generated<string>;
    };
    documentVersion: {
      attachmentId: string;
      versionNo: number;
      storageKey: string;
      fileSize: number;
      sha256: string;
      origin: "first" | "editor" | "upload" | "restore";
      createUser: string;
      createTime: Generated<string>;
    };
    documentSession: {
      documentKey: string;
      attachmentId: string;
      versionNo: number;
      activeTime: Generated<string>;
      endTime: string | null;
    };
    documentSessionUser: {
      documentKey: string;
      userId: string;
      actor: Json<StoredActor>;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    Attachment: {
      storageKey: string;
    };
  }
}
