import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import {
  type UploadKind,
  findUploadIssue,
  getMaxBytes,
  maxFileBytes,
  uploadTypes,
} from "@jipei/contract/core/fields/upload-rules.ts";
import { entities } from "@jipei/contract/entities.ts";
import { trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { attachFiles, fileFields, shareFile } from "../core/storage/files.ts";

/** Fields take the files that the contract says, whichever call names them. */
let app: TestApp;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk");
});
after(() => app.close());

interface Limited {
  entity: Entity;
  name: string;
  field: Field;
  kind: UploadKind;
}
const limited = entities.flatMap((entity) =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]): Limited[] =>
    field.upload ? [{ entity, name, field, kind: field.upload }] : [],
  ),
);
const said = ({ entity, name }: Limited) => `${entity.name}.${name}`;

let rows = 0;
/** Names a file in the field of a row. @returns the refusal, or null */
async function attach(one: Limited, attId: string, rowId = String(++rows)): Promise<Refusal | null> {
  const value = one.field.kind === "files" ? [attId] : attId;
  try {
    await app.db.transaction().execute((tx) => attachFiles(tx, clerk.actor, one.entity, rowId, { [one.name]: value }));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A name that the kind does not take, and one that it does. */
const otherName = (kind: UploadKind) => `文件.${uploadTypes.any.find((type) => !uploadTypes[kind].includes(type))}`;
const fitting = (kind: UploadKind) => `文件.${uploadTypes[kind][0]}`;

describe("the contract", () => {
  it("limits fields of files alone", () => {
    assert.ok(limited.length > 0);
    for (const one of limited)
      assert.ok(
        fileFields(one.entity).some(([name]) => name === one.name),
        said(one),
      );
  });
});

describe("attachFiles", () => {
  it("refuses a file of another kind in every limited field (FIELD_INVALID), and takes one of its own", async () => {
    for (const one of limited) {
      const name = otherName(one.kind);
      const refusal = await attach(one, await anAttachment(app, clerk, name));
      const issue = findUploadIssue(one.kind, 0, { name, size: 1 });
      assert.deepEqual(
        [refusal?.code, refusal?.zh, refusal?.failures.map(({ field }) => field)],
        ["FIELD_INVALID", `${one.field.zh}：${issue?.zh}`, [one.name]],
        said(one),
      );
      assert.equal(await attach(one, await anAttachment(app, clerk, fitting(one.kind))), null, said(one));
    }
  });

  it("refuses a file above the size of its field (FIELD_INVALID): a logo has at most 500 kB", async () => {
    const small = limited.filter(({ kind }) => getMaxBytes(kind) < maxFileBytes);
    assert.ok(small.map(said).includes("Organisation.logoAttId"));
    for (const one of small) {
      const send = (size: number) => anAttachment(app, clerk, fitting(one.kind), Buffer.alloc(size));
      assert.equal(await attach(one, await send(getMaxBytes(one.kind))), null, said(one));
      const refusal = await attach(one, await send(getMaxBytes(one.kind) + 1));
      assert.deepEqual([refusal?.code, refusal?.zh], ["FIELD_INVALID", `${one.field.zh}：文件大小超出限制`], said(one));
    }
  });

  it("keeps a file of another kind that the field of the row has already, and takes no further one", async () => {
    for (const one of limited) {
      const old = await anAttachment(app, clerk, otherName(one.kind));
      const another = await anAttachment(app, clerk, otherName(one.kind));
      const rowId = String(++rows);
      await app.db.transaction().execute((tx) => shareFile(tx, old, one.entity, rowId, one.name));
      assert.equal(await attach(one, old, rowId), null, said(one));
      assert.equal((await attach(one, another, rowId))?.code, "FIELD_INVALID", said(one));
    }
  });
});

describe("TrainNews.submit", () => {
  it("refuses a cover that is no picture (FIELD_INVALID), in the words of the form", async () => {
    const input = { title: "开班", content: "<p>开班了</p>" };
    const coverAttId = await anAttachment(app, clerk, "封面.pdf");
    const refused = await clerk.refused(trainNewsCalls.submit, { ...input, coverAttId });
    assert.deepEqual(
      [refused.errorCode, refused.msg, refused.failures[0]?.field],
      ["FIELD_INVALID", "封面：文件格式超出限制（仅支持上传png/jpg/jpeg文件）", "coverAttId"],
    );
    await clerk.call(trainNewsCalls.submit, { ...input, coverAttId: await anAttachment(app, clerk, "封面.PNG") });
  });
});
