import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { businessDictionaryCalls as business } from "@jipei/contract/settings/dictionary.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { anOrganisation, filing } from "../../../test/factories/organisation.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const entry = async (code: string, key: string) =>
  (await app.as("clerk").call(business.dictionary, { code })).find((row) => row.dictKey === key) as { id: string };
const seal = async (code: string, key: string, isSealed: "0" | "1") =>
  app.as("clerk").call(business.submit, { id: (await entry(code, key)).id, isSealed } as never);

describe("Organisation.save", () => {
  it("refuses a newly chosen sealed value (FIELD_INVALID), and accepts one that the row has already", async () => {
    const org = await anOrganisation(app, { orgType: "2" });
    await seal("ORG_TYPE", "2", "1");
    const clerk = app.as("clerk");
    const refused = await clerk.refused(organisationCalls.save, filing({ orgType: "2" }));
    assert.deepEqual(
      [refused.status, refused.errorCode, refused.failures[0]?.field, refused.msg, refused.msgEn],
      [
        400,
        "FIELD_INVALID",
        "orgType",
        "机构类型：该选项已封存，不能再选",
        "Type: this value is sealed and can no longer be chosen",
      ],
    );
    await clerk.call(organisationCalls.save, { id: org.id, orgType: "2", contact: "李老师" } as never);
    const other = await anOrganisation(app, { orgType: "3" });
    assert.equal(
      (await clerk.refused(organisationCalls.save, { id: other.id, orgType: "2" })).failures[0]?.field,
      "orgType",
    );
    assert.equal(((await clerk.call(organisationCalls.detail, { id: org.id })) as { orgType: string }).orgType, "2");
    assert.deepEqual(
      (await app.as("orgAdmin").call(business.offered, undefined)).find(({ code }) => code === "ORG_TYPE")?.keys,
      ["1", "3", "4", "5", "6", "7", "8"],
    );
    await seal("ORG_TYPE", "2", "0");
    await anOrganisation(app, { orgType: "2" });
    assert.equal(
      (await app.as("orgAdmin").call(business.offered, undefined)).find(({ code }) => code === "ORG_TYPE"),
      undefined,
    );
  });
});

describe("BusinessDictionary.remove", () => {
  it("refuses a value that rows use (DICT_IN_USE); a removed value can no longer be chosen", async () => {
    const admin = app.as("sysAdmin");
    const org = await anOrganisation(app, { orgType: "3" });
    const used = await entry("ORG_TYPE", "3");
    const refused = await admin.refused(business.remove, { ids: used.id });
    assert.deepEqual(
      [refused.status, refused.errorCode, refused.msg, refused.failures[0]?.id],
      [409, "DICT_IN_USE", "字典值已被使用，可封存", used.id],
    );
    await admin.call(business.remove, { ids: (await entry("CLASSROOM_TYPE", "9")).id });
    const room = {
      classroomNo: "R9",
      classroomName: "杂物间",
      classroomType: "9",
      address: "育才路1号",
      area: "20.00",
      capacity: 10,
      workstationCount: 10,
      ownership: "1",
      fireSafe: "isValid",
      isValid: "isValid",
    } as const;
    assert.equal((await org.admin.refused(classroomCalls.submit, room)).failures[0]?.field, "classroomType");
  });
});

describe("BusinessDictionary.offered", () => {
  it("lists the values in the order that the bureau has set", async () => {
    await app.as("clerk").call(business.submit, { id: (await entry("CLASS_MODE", "3")).id, sort: 0 } as never);
    assert.deepEqual(
      (await app.as("student").call(business.offered, undefined)).find(({ code }) => code === "CLASS_MODE")?.keys,
      ["3", "1", "2"],
    );
  });
});
