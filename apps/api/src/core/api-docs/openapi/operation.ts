import type { Call } from "@jipei/contract/core/call.ts";
import { authAnswers, encryptedBody } from "@jipei/contract/auth/auth-answers.ts";
import { startedJob } from "@jipei/contract/core/job.ts";
import type { FileType } from "@jipei/contract/core/fields/shape.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { getHolders, getKeys, getMoves, getRefusals, moveWords } from "../call-facts.ts";
import { audiences, type Words } from "../words.ts";
import { answerPart } from "./answer-schema.ts";
import { inputExample } from "./examples.ts";
import { inputSchema } from "./input-schema.ts";
import { pathParameters, queryParameters } from "./parameters.ts";
import { flatRefusals, refusalsOf } from "./refusal-schema.ts";
import { bothLabels, type Components, type Json } from "./schema.ts";

/** The name of a call as a function of a client: `TrainingClass.list` → `trainingClassList`. */
export const operationId = ({ name }: Pick<Call, "name">): string =>
  name
    .split(".")
    .map((part, index) => (index === 0 ? part.charAt(0).toLowerCase() : part.charAt(0).toUpperCase()) + part.slice(1))
    .join("");

/** What the document says of one call. */
export function operation(call: Call, tag: string, isWritten: boolean, components: Components): Json {
  const isInAddress = call.method === "GET" || call.style === "query";
  const parameters = [
    ...pathParameters(call),
    ...(isInAddress ? queryParameters(call.input, components) : []),
    ...(isWritten && call.method === "POST" && call.access !== "public"
      ? [{ $ref: "#/components/parameters/idempotencyKey" }]
      : []),
  ];
  return {
    operationId: operationId(call),
    summary: bothLabels(call),
    description: describe(call),
    tags: [tag],
    "x-call": call.name,
    "x-access": call.access,
    ...(call.audience ? { "x-audience": call.audience } : {}),
    "x-refusals": getRefusals(call),
    security: securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isInAddress || (call.input.shape === "none" && call.style === "body")
      ? {}
      : { requestBody: { required: true, content: bodyOf(call, components) } }),
    responses: { ...successOf(call, components), ...(call.flat ? flatRefusals() : refusalsOf(call)) },
  };
}

function securityOf(call: Call): Json[] {
  if (call.flat) return [{ client: [] }];
  // Public calls hear who is signed in: to sign out, to read for oneself.
  return call.access === "public" ? [{ token: [] }, {}] : [{ token: [] }];
}

/** Who may, which moves it makes, how it refuses. */
function describe(call: Call): string {
  const all: Words[] = [accessWords(call), ...getMoves(call).map(([machine, action]) => moveWords(machine, action))];
  return all.map(([zh, en]) => `${zh}  \n${en}`).join("\n\n");
}

function accessWords(call: Call): Words {
  const only = (index: 0 | 1) =>
    call.audience ? ` (${call.audience.map((one) => audiences[one][index]).join(", ")})` : "";
  if (call.access === "public") return [`公开，无需登录${only(0)}`, `Everybody, without signing in${only(1)}`];
  if (call.access === "signedIn") return [`任何已登录用户${only(0)}`, `Any signed-in user${only(1)}`];
  const keys = getKeys(call).map((key) => `\`${key}\``);
  const holders = getHolders(call);
  const names = (language: "zh" | "en") => holders.map((alias) => roles[alias][language]).join(", ");
  return [
    `权限：${keys.join(" 或 ")}${names("zh") ? `，默认授予：${names("zh")}` : ""}${only(0)}`,
    `Right: ${keys.join(" or ")}${names("en") ? `, held by: ${names("en")}` : ""}${only(1)}`,
  ];
}

const mediaTypes = {
  body: "application/json",
  query: "application/x-www-form-urlencoded",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  encrypted: "application/json",
} as const satisfies Record<Call["style"], string>;

function bodyOf(call: Call, components: Components): Json {
  const type = mediaTypes[call.style];
  const schema = inputSchema(call.input, components);
  const example = inputExample(call.input);
  if (call.style === "encrypted")
    return {
      [type]: { schema: encrypted(example === undefined ? schema : { ...schema, examples: [example] }, components) },
    };
  if (call.style === "multipart") return { [type]: { schema: withFiles(call, schema) } };
  return { [type]: { schema, example } };
}

/** An encrypted body, and what it holds. */
const encrypted = (schema: Json, components: Components): Json => ({
  allOf: [
    answerPart(encryptedBody, components),
    {
      type: "object",
      properties: {
        data: {
          type: "string",
          description:
            "密文（base64），明文见contentSchema · Cipher text in base64; what it holds is the contentSchema",
          contentEncoding: "base64",
          contentMediaType: "application/json",
          contentSchema: schema,
        },
      },
    },
  ],
});

/** A multipart body has its files beside the fields of the input. */
function withFiles({ files = "one" }: Call, fields: Json): Json {
  const one = { type: "string", contentMediaType: "application/octet-stream" };
  const file = {
    type: "object",
    properties: {
      file:
        files === "one"
          ? { ...one, description: "文件 · File" }
          : { type: "array", items: one, description: "文件，可多个 · Files" },
    },
    ...(files === "one" ? { required: ["file"] } : {}),
  };
  return { allOf: [file, fields] };
}

/** The envelope of what was done. */
const envelope = (data: Json): Json => ({
  type: "object",
  properties: {
    code: { type: "integer", const: 200, description: "与HTTP状态一致 · The HTTP status" },
    success: { type: "boolean", const: true, description: "是否成功 · Whether it was done" },
    data,
    msg: { type: "string", description: "中文说明 · In Chinese" },
    msgEn: { type: "string", description: "英文说明 · In English" },
  },
  required: ["code", "success", "data", "msg", "msgEn"],
});

const fileTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  zip: "application/zip",
  any: "*/*",
} as const satisfies Record<FileType, string>;

function successOf(call: Call, components: Components): Json {
  const output = authAnswers[call.name] ?? call.output;
  if (output.shape === "redirect")
    return {
      303: {
        description: "跳转 · Leads on",
        headers: { Location: { description: "去向 · Where to", required: true, schema: { type: "string" } } },
      },
    };
  if (output.shape === "file") {
    const files: Record<string, Json> = Object.fromEntries(output.types.map((type) => [fileTypes[type], {}]));
    const job = output.orJob
      ? { "application/json": { schema: envelope(answerPart(startedJob, components)) } }
      : undefined;
    const file = {
      200: {
        description: output.orJob
          ? "文件；耗时较长时返回后台任务 · The file, or the job that makes it"
          : "文件 · The file",
        headers: {
          "Content-Disposition": {
            description: "文件名（RFC 6266） · Its name (RFC 6266)",
            schema: { type: "string" },
          },
        },
        content: { ...files, ...job },
      },
    };
    const part = {
      description: "所要求的一段（Range） · The range that was asked for",
      content: files,
    };
    return output.types.includes("any") ? { ...file, 206: part } : file;
  }
  const data = answerPart(output, components);
  const whole = call.flat ? data : envelope(data);
  const schema = call.style === "encrypted" ? encrypted(whole, components) : whole;
  return { 200: { description: "成功 · Done", content: { "application/json": { schema } } } };
}
