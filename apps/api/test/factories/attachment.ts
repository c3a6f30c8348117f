import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { TestApp, TestUser } from "../support/test-app.ts";

let count = 0;

/** An uploaded file of a kilobyte; its content does not matter. @param by who uploaded it @returns its id */
export async function anAttachment(app: TestApp, by: TestUser, fileName = "材料.pdf"): Promise<string> {
  const key = `test/${++count}-${Date.now()}`;
  await app.storage.put(key, Readable.from([Buffer.alloc(1024, "x")]));
  const { id } = await app.db
    .insertInto("attachment")
    .values({
      fileName,
      originalName: fileName,
      fileType: fileName.split(".").at(-1) ?? "pdf",
      fileSize: 1024,
      attLink: `/files/${key}`,
      sha256: createHash("sha256").update(key).digest("hex"),
      storageKey: key,
      orgId: by.actor.orgId,
      createUser: by.actor.userId,
      updateUser: by.actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
