import assert from "node:assert/strict";
import type { ZodType } from "zod";
import * as schemas from "./zod.ts";

// Twenty calls whose bodies and answers are parsed by the schemas that orval makes: each must take what it reads without a change.

const [baseUrl = "", account = "", password = ""] = process.argv.slice(2);
const headers: Record<string, string> = {
  Authorization: `Basic ${Buffer.from("jipei-web:jipei-web").toString("base64")}`,
};
let calls = 0;

/** Makes a call, and reads its answer by the schema. */
async function ask<T>(schema: ZodType<T>, path: string, init: RequestInit = {}): Promise<T> {
  calls++;
  const answer = await fetch(baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
  const body: unknown = await answer.json();
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(body)}`);
  const read = schema.parse(body);
  assert.deepEqual(read, body, `${path}: its schema knows less than it answers`);
  return read;
}
const get = <T>(schema: ZodType<T>, path: string, query: object = {}) =>
  ask(schema, `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`);
const post = <T>(schema: ZodType<T>, path: string, body: object = {}) =>
  ask(schema, path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const form = schemas.AuthTokenBody.parse({ grant_type: "password", username: account, password });
const session = await ask(schemas.AuthTokenResponse, "/api/oauth/token", {
  method: "POST",
  body: new URLSearchParams(form as Record<string, string>),
});
headers.Token = "access_token" in session ? String(session.access_token) : "";
await post(schemas.AuthUserInfoResponse, "/api/blade-auth/oauth/user-info");

const source = "/api/zjgrsj-train/basics/candidates_source";
const fresh = { sourceNo: "Z01", sourceName: "接口校验", sort: 1, isValid: "isValid" };
const saved = await post(
  schemas.CandidateSourceSubmitResponse,
  `${source}/submit`,
  schemas.CandidateSourceSubmitBody.parse(fresh),
);
const { id } = saved.data;
const detail = await get(schemas.CandidateSourceDetailResponse, `${source}/detail`, { id });
const change = { id, version: detail.data.version, sort: 2 };
await post(schemas.CandidateSourceSubmitResponse, `${source}/submit`, schemas.CandidateSourceSubmitBody.parse(change));
const query = schemas.CandidateSourceListQueryParams.parse({ sourceName: "校验", size: 20 });
const listed = await get(schemas.CandidateSourceListResponse, `${source}/list`, query);
assert.equal(listed.data.total, 1);
await ask(schemas.CandidateSourceRemoveResponse, `${source}/remove?ids=${id}`, { method: "POST" });
assert.ok(!schemas.CandidateSourceSubmitBody.safeParse({ sourceNo: 1 }).success);

await get(schemas.TrainingClassListResponse, "/api/zjgrsj-train/trainingManagement/class/list", { size: 5 });
await post(
  schemas.TrainingClassPendingNumberResponse,
  "/api/zjgrsj-train/trainingManagement/class/getUnConfirmClassNumber",
);
await post(
  schemas.OrganisationPlanPendingNumberResponse,
  "/api/zjgrsj-train/trainingManagement/org_plan/getUnConfirmOrgPlanNumber",
);
const student = "/api/zjgrsj-train/trainingManagement/trainInstitution/student";
await post(
  schemas.StudentStudentTrainExperienceResponse,
  `${student}/studentTrainExperience`,
  schemas.StudentStudentTrainExperienceBody.parse({ current: 1, size: 5 }),
);

const { file } = schemas.PutFileAttachBody.parse({
  file: new Blob(["%PDF-1.4\n%%EOF\n"], { type: "application/pdf" }),
});
const upload = new FormData();
upload.set("file", file, "校验.pdf");
await ask(schemas.PutFileAttachResponse, "/api/zjgrsj-file/oss/endpoint/put-file-attach", {
  method: "POST",
  body: upload,
});
await get(schemas.AttachmentListResponse, "/api/zjgrsj-file/attach/list", { size: 5 });
await get(schemas.MenuRoutesResponse, "/api/blade-system/menu/routes");
await get(schemas.RegionLazyTreeResponse, "/api/blade-system/region/lazy-tree");
await get(schemas.BusinessDictionaryTreeResponse, "/api/blade-system/dict-biz/tree");
await get(schemas.NoticeListResponse, "/api/zjgrsj-train/information/notice/list");
await get(schemas.CourseListResponse, "/api/zjgrsj-train/basics/course/list");
await get(schemas.OrganisationListResponse, "/api/zjgrsj-train/trainingManagement/org/list");
await get(schemas.AuthLogoutResponse, "/api/blade-auth/oauth/logout");
console.log(`${calls} calls`);
