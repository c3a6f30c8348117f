import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { TestApp, TestUser } from "../support/test-app.ts";

let count = 0;

/** The library that draws it would unpack it later, and end the process. */
export const brokenPng = Buffer.from(
  "89504e470d0a1a0a0000000d494844520000001400000014080600000000000000" + "000000044944415464656164" + "00000000",
  "hex",
);

/** An uploaded file, of a kilobyte where its content does not matter. @param by who uploaded it @returns its id */
export async function anAttachment(
  app: TestApp,
  by: TestUser,
  fileName = "材料.pdf",
  content: Buffer = Buffer.alloc(1024, "x"),
): Promise<string> {
  const key = `test/${++count}-${Date.now()}`;
  await app.storage.put(key, Readable.from([content]));
  const { id } = await app.db
    .insertInto("attachment")
    .values({
      fileName,
      originalName: fileName,
      fileType: fileName.split(".").at(-1) ?? "pdf",
      fileSize: content.length,
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
