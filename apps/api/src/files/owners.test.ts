import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { entities } from "@jipei/contract/entities.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { claimDetail } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { aCertifiedClass, fileClaim } from "../../test/factories/assessment.ts";
import { aStandard } from "../../test/factories/teaching.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";
import { fileFields, isOwned } from "../core/storage/files.ts";

/** Files of classes, claims and certificates reach those who decide by them, and nobody else. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const status = async (user: TestUser, link: string) =>
  (
    await app.http.inject({
      method: "GET",
      url: `${downloadFile.path}?${new URLSearchParams({ fileUrl: link })}`,
      headers: { token: user.token },
    })
  ).statusCode;

describe("the entities with files", () => {
  it("each have a registered owner that decides who may fetch them", () => {
    for (const entity of entities)
      if (fileFields(entity).length > 0)
        assert.ok(
          isOwned(entity),
          `${entity.name}: list it under owners of its domain, else only the uploader can read its files`,
        );
  });
});

describe("downloadFile", () => {
  it("serves documents of a claim and the photo on a certificate to reviewers, not to other institutions", async () => {
    const built = await aCertifiedClass(app);
    await aStandard(app, { courseId: built.base.courseId, subsidyKind: "01" }).catch(() => {});
    const claim = await fileClaim(app, built);
    const { attachmentList } = (await claim.base.orgAdmin.call(claimDetail, { id: claim.claimId })) as any;
    assert.ok(attachmentList.length > 0);
    const other = app.as("orgAdmin", { orgId: "99" });
    for (const { attLink } of attachmentList)
      assert.deepEqual(
        [
          await status(app.as("firstReviewer"), attLink),
          await status(app.as("auditor"), attLink),
          await status(other, attLink),
        ],
        [200, 200, 404],
      );
    const photos = await sql<{
      attLink: string;
    }>`select a.att_link from certificate c join attachment a on a.id = c.photo_att_id where c.class_id = ${claim.classId}`.execute(
      app.db,
    );
    assert.ok(photos.rows.length > 0);
    for (const { attLink } of photos.rows)
      assert.deepEqual([await status(app.as("leader"), attLink), await status(other, attLink)], [200, 404]);
  });
});
