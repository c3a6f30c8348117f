import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { organisationDocumentCalls as documents } from "@jipei/contract/providers/organisation-document.ts";
import { anAttachment } from "../../test/factories/attachment.ts";
import { aReadyClass } from "../../test/factories/class.ts";
import { aClassroom, anOrganisation } from "../../test/factories/organisation.ts";
import { type TestApp, type TestUser, startTestApp } from "../../test/support/test-app.ts";

/** Filing documents and rooms of an institution. */
let app: TestApp;
let one: { id: string; admin: TestUser };
let other: { id: string; admin: TestUser };
before(async () => {
  app = await startTestApp();
  one = await anOrganisation(app);
  other = await anOrganisation(app);
});
after(() => app.close());

const roomValues = {
  classroomNo: "A101",
  classroomName: "x",
  classroomType: "1",
  address: "x",
  area: "10",
  capacity: 1,
  ownership: "1",
  fireSafe: "isValid",
  isValid: "isValid",
};

describe("OrganisationDocument.submit", () => {
  it("saves a set with the facts of the uploaded files, and refuses another file for a row (FIELD_FROZEN)", async () => {
    const [licence, fire] = [
      await anAttachment(app, one.admin, "许可证.pdf"),
      await anAttachment(app, one.admin, "消防.jpg"),
    ];
    const saved = await one.admin.call(documents.submit, {
      attachmentEntityList: [
        { attachType: "01", attId: licence, fileName: "假名.exe" },
        { attachType: "05", attId: fire, expireDate: "2027-01-01" },
      ],
      delList: [],
    } as never);
    assert.deepEqual(
      saved.map((row) => [row.attachType, row.fileName, row.fileType, row.orgId, row.isValid]),
      [
        ["01", "许可证.pdf", "pdf", one.id, "isValid"],
        ["05", "消防.jpg", "jpg", one.id, "isValid"],
      ],
    );
    const [first] = saved;
    assert.equal(
      (
        await one.admin.refused(documents.submit, {
          attachmentEntityList: [{ id: first?.id, attId: fire }],
          delList: [],
        })
      ).errorCode,
      "FIELD_FROZEN",
    );
    const changed = await one.admin.call(documents.submit, {
      attachmentEntityList: [{ id: first?.id, expireDate: "2030-12-31" }],
      delList: [],
    } as never);
    assert.equal(changed[0]?.expireDate, "2030-12-31");
    const withoutDelete = new Set([...one.admin.actor.permissions].filter((key) => !key.endsWith("_delete")));
    const typist = app.as("orgAdmin", { orgId: one.id, permissions: withoutDelete });
    const removal = { attachmentEntityList: [], delList: [{ id: first?.id }] };
    assert.equal((await typist.refused(documents.submit, removal)).errorCode, "ROLE_DENIED");
  });

  it("refuses files and rows of another institution, and rows that a data scope hides (ATTACH_NOT_OWN)", async () => {
    const foreign = await anAttachment(app, other.admin);
    assert.equal(
      (
        await one.admin.refused(documents.submit, {
          attachmentEntityList: [{ attachType: "01", attId: foreign }],
          delList: [],
        })
      ).errorCode,
      "ATTACH_NOT_OWN",
    );
    const [row] = await other.admin.call(documents.submit, {
      attachmentEntityList: [{ attachType: "01", attId: foreign }],
      delList: [],
    } as never);
    assert.equal(
      (await one.admin.refused(documents.submit, { attachmentEntityList: [], delList: [{ id: row?.id }] })).errorCode,
      "ATTACH_NOT_OWN",
    );
    assert.equal((await one.admin.refused(documents.detail, { id: row?.id })).errorCode, "NOT_FOUND");
    const held = app.as("orgAdmin", {
      orgId: other.admin.actor.orgId,
      dataScopes: [
        { id: "1", entity: "OrganisationDocument", kind: "5", column: null, expression: "id = 0", fields: null },
      ],
    });
    assert.equal(
      (await held.refused(documents.remove, { ids: row?.id })).errorCode,
      "ATTACH_NOT_OWN",
      "what a data scope hides is not removed",
    );
    assert.ok((await one.admin.list<any>(documents.list, {})).records.every((found: any) => found.orgId === one.id));
  });

  it("refuses documents of a cancelled institution (STATE_ILLEGAL)", async () => {
    const gone = await anOrganisation(app);
    await app.as("clerk").call(organisationCalls.stateSwitching, { ids: gone.id, state: "unUser", reason: "停办" });
    await app
      .as("sysAdmin")
      .call(organisationCalls.stateSwitching, { ids: gone.id, state: "Invalidate", reason: "注销" });
    assert.equal(
      (
        await gone.admin.refused(documents.submit, {
          attachmentEntityList: [{ attachType: "01", attId: await anAttachment(app, gone.admin) }],
          delList: [],
        })
      ).errorCode,
      "STATE_ILLEGAL",
    );
  });

  it("refuses documents of a user without an institution (NOT_OWNER)", async () => {
    const nobody = app.as("orgAdmin");
    const attId = await anAttachment(app, nobody);
    const refused = await nobody.refused(documents.submit, {
      attachmentEntityList: [{ attachType: "01", attId }],
      delList: [],
    });
    assert.equal(refused.errorCode, "NOT_OWNER");
  });
});

describe("OrganisationDocument.remove", () => {
  it("only takes the validity from what an approval rested on, and removes what came later", async () => {
    const [before] = await one.admin
      .call(documents.submit, {
        attachmentEntityList: [{ attachType: "04", attId: await anAttachment(app, one.admin) }],
        delList: [],
      } as never)
      .then((rows) => rows.filter((row) => row.attachType === "04"));
    await app.db
      .updateTable("organisation")
      .set({ confirmTime: new Date(Date.now() + 60_000).toISOString() })
      .where("id", "=", one.id)
      .execute();
    await one.admin.call(documents.remove, { ids: before?.id as string });
    assert.equal((await one.admin.call(documents.detail, { id: before?.id as string })).isValid, "unValid");
    await app.db
      .updateTable("organisation")
      .set({ confirmTime: new Date(Date.now() - 60_000).toISOString() })
      .where("id", "=", one.id)
      .execute();
    const [later] = await one.admin
      .call(documents.submit, {
        attachmentEntityList: [{ attachType: "07", attId: await anAttachment(app, one.admin) }],
        delList: [],
      } as never)
      .then((rows) => rows.filter((row) => row.attachType === "07"));
    await one.admin.call(documents.remove, { ids: later?.id as string });
    assert.equal((await one.admin.refused(documents.detail, { id: later?.id })).errorCode, "NOT_FOUND");
  });
});

describe("Classroom.submit", () => {
  it("refuses a number twice at an institution (DUPLICATE), missing workstations or end of lease (FIELD_INVALID), and rooms of others (NOT_OWNER)", async () => {
    const room = await aClassroom(app, { orgId: one.id, classroomNo: "A101" });
    assert.equal((await one.admin.refused(classroomCalls.submit, roomValues)).errorCode, "DUPLICATE");
    await other.admin.call(classroomCalls.submit, roomValues as never);
    for (const [wrong, field] of [
      [{ classroomNo: "B1", classroomType: "2" }, "workstationCount"],
      [{ classroomNo: "B2", ownership: "2" }, "leaseExpireDate"],
      [{ classroomNo: "B3", capacity: 501 }, "capacity"],
      [{ classroomNo: "B4", capacity: 0 }, "capacity"],
      [{ classroomNo: "一楼" }, "classroomNo"],
    ] as const)
      assert.equal(
        (await one.admin.refused(classroomCalls.submit, { ...roomValues, ...wrong })).failures[0]?.field,
        field,
      );
    assert.equal(
      (await other.admin.refused(classroomCalls.submit, { id: room.id, capacity: 1 })).errorCode,
      "NOT_OWNER",
    );
    assert.equal((await app.as("clerk").refused(classroomCalls.submit, roomValues)).errorCode, "ROLE_DENIED");
    assert.equal(
      (
        await app.as("clerk").list<any>(classroomCalls.usedByManage, {
          orgId: one.id,
          capacity_ge: "60",
          classroomName: room.classroomName,
        })
      ).total,
      1,
    );
    assert.equal((await one.admin.list<any>(classroomCalls.usedByOrg, { orgId: other.id })).total, 0);
  });

  it("refuses a room of a user without an institution (NOT_OWNER)", async () => {
    assert.equal((await app.as("orgAdmin").refused(classroomCalls.submit, roomValues)).errorCode, "NOT_OWNER");
  });
});

describe("Classroom.remove", () => {
  it("refuses a room with lessons (CLASSROOM_IN_USE)", async () => {
    const { base } = await aReadyClass(app);
    assert.equal(
      (await base.orgAdmin.refused(classroomCalls.remove, { ids: base.classroomId })).errorCode,
      "CLASSROOM_IN_USE",
    );
    const free = await aClassroom(app, { orgId: one.id });
    await one.admin.call(classroomCalls.remove, { ids: free.id });
  });
});
