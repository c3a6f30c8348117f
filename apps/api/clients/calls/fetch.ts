import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./types.ts";

// Twenty calls by the client that openapi-typescript and openapi-fetch make. The compiler holds each to the document.

const [baseUrl = "", account = "", password = ""] = process.argv.slice(2);
const basic = `Basic ${Buffer.from("jipei-web:jipei-web").toString("base64")}`;
const client = createClient<paths>({ baseUrl });
let calls = 0;

/** The data of an answer that must have been given. */
function done<T>({ data, error }: { data?: { data: T }; error?: unknown }): T {
  calls++;
  assert.ok(data, JSON.stringify(error));
  return data.data;
}
/** What answers nothing must have happened. */
function happened({ data, error }: { data?: { success: true }; error?: unknown }): void {
  calls++;
  assert.ok(data?.success, JSON.stringify(error));
}
/** The code of a refusal. */
function refused({ error }: { error?: { errorCode: components["schemas"]["ErrorCode"] } }): string | undefined {
  calls++;
  return error?.errorCode;
}

const signedIn = await client.POST("/api/oauth/token", {
  headers: { Authorization: basic, "Content-Type": "application/x-www-form-urlencoded" },
  body: { grant_type: "password", username: account, password },
});
calls++;
const token = signedIn.data && "access_token" in signedIn.data ? signedIn.data.access_token : undefined;
assert.ok(token, JSON.stringify(signedIn.error));
client.use({
  onRequest({ request }) {
    request.headers.set("Token", token);
    return request;
  },
});

const source = "/api/zjgrsj-train/basics/candidates_source";
const base = { sourceNo: "F01", sourceName: "接口客户端", sort: 1, isValid: "isValid" } as const;
const { id } = done(await client.POST(`${source}/submit`, { body: base }));
const read = done(await client.GET(`${source}/detail`, { params: { query: { id } } }));
assert.equal(read.sourceName, base.sourceName);
done(await client.POST(`${source}/submit`, { body: { id, version: read.version, sort: 2 } }));
const stale = await client.POST(`${source}/submit`, { body: { id, version: read.version, sort: 3 } });
assert.equal(refused(stale), "VERSION_CONFLICT");
const listed = done(
  await client.GET(`${source}/list`, { params: { query: { sourceName: "客户端", descs: ["sort"], size: 20 } } }),
);
assert.deepEqual(
  listed.records.map(({ sort }) => sort),
  [2],
);
happened(await client.POST(`${source}/remove`, { params: { query: { ids: id } } }));
assert.equal(refused(await client.GET(`${source}/detail`, { params: { query: { id } } })), "NOT_FOUND");

const classes = "/api/zjgrsj-train/trainingManagement/class";
const query = { startDate_datege: "2026-01-01", status_notequal: "Confirm", isPaging: "0" } as const;
assert.equal(done(await client.GET(`${classes}/list`, { params: { query } })).total, 0);
assert.equal(done(await client.POST(`${classes}/getUnConfirmClassNumber`)).number, 0);
const plans = "/api/zjgrsj-train/trainingManagement/org_plan";
assert.equal(done(await client.POST(`${plans}/getUnConfirmOrgPlanNumber`)).number, 0);
const student = "/api/zjgrsj-train/trainingManagement/trainInstitution/student";
assert.equal(done(await client.POST(`${student}/studentTrainExperience`, { body: { current: 1, size: 5 } })).total, 0);

const bytes = new Blob([new TextEncoder().encode("%PDF-1.4\n%%EOF\n")], { type: "application/pdf" });
const uploaded = done(
  await client.POST("/api/zjgrsj-file/oss/endpoint/put-file-attach", {
    // The document knows bytes; openapi-typescript calls them texts.
    body: { file: bytes as unknown as string },
    bodySerializer({ file }) {
      const form = new FormData();
      form.set("file", file as unknown as Blob, "客户端.pdf");
      return form;
    },
  }),
);
assert.equal(uploaded.originalName, "客户端.pdf");
const file = await client.GET("/api/zjgrsj-file/oss/endpoint/download-file-fileurl", {
  params: { query: { fileUrl: uploaded.link } },
  parseAs: "blob",
});
calls++;
assert.equal((file.data as unknown as Blob | undefined)?.size, bytes.size);
assert.ok(done(await client.GET("/api/zjgrsj-file/attach/list", { params: { query: {} } })).total > 0);

const branches = done(await client.GET("/api/blade-system/menu/routes", { params: { query: {} } }));
assert.ok(branches.length > 0 && branches.every(({ path }) => typeof path === "string"));
assert.ok(done(await client.GET("/api/blade-system/region/lazy-tree", { params: { query: {} } })).length > 0);
assert.ok(done(await client.GET("/api/zjgrsj-train/information/notice/list", { params: { query: {} } })).pages >= 0);
assert.equal(
  refused(await client.GET("/api/blade-system/role/list", { headers: { Token: "none" }, params: { query: {} } })),
  "ROLE_DENIED",
);
assert.ok(done(await client.POST("/api/blade-auth/oauth/user-info")));
happened(await client.GET("/api/blade-auth/oauth/logout"));
assert.equal(refused(await client.POST("/api/blade-auth/oauth/user-info")), "UNAUTHORIZED");
console.log(`${calls} calls`);
