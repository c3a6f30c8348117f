import type { Call } from "@jipei/contract/core/call.ts";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { getRefusals } from "../call-facts.ts";
import type { Json } from "./schema.ts";

const codes = Object.keys(errors) as ErrorCode[];
const statuses = [...new Set(codes.map((code) => errors[code][0]))].sort((a, b) => a - b);

const failure: Json = {
  type: "object",
  description: "一行数据或一个字段被拒绝的原因 · Why one row or one field was refused",
  properties: {
    errorCode: { $ref: "#/components/schemas/ErrorCode" },
    id: { type: ["string", "null"], description: "数据主键 · Id of the row" },
    field: { type: "string", description: "字段 · Field" },
    msg: { type: "string", description: "中文说明 · In Chinese" },
    msgEn: { type: "string", description: "英文说明 · In English" },
  },
  required: ["errorCode", "id", "msg", "msgEn"],
};

/** A refusal with one of these statuses and codes. */
const refusalSchema = (code: Json, errorCode: Json): Json => ({
  type: "object",
  properties: {
    code: { ...code, description: "与HTTP状态一致 · The HTTP status" },
    success: { type: "boolean", const: false },
    data: {
      anyOf: [
        {
          type: "object",
          properties: { failures: { type: "array", items: { $ref: "#/components/schemas/Failure" } } },
          required: ["failures"],
        },
        { type: "null" },
      ],
    },
    msg: { type: "string", description: "中文说明 · In Chinese" },
    msgEn: { type: "string", description: "英文说明 · In English" },
    errorCode,
  },
  required: ["code", "success", "data", "msg", "msgEn", "errorCode"],
});

const codesOf = (status: number): ErrorCode[] => codes.filter((code) => errors[code][0] === status);

/** The closed list of refusals, as a whole and by status. */
export const refusalSchemas = (): Record<string, Json> => ({
  ErrorCode: {
    type: "string",
    description: "全部错误码 · All refusals",
    enum: codes,
    "x-enum-descriptions": codes.map((code) => `${errors[code][0]} ${errors[code][1]} · ${errors[code][2]}`),
  },
  Failure: failure,
  Refusal: refusalSchema({ type: "integer", enum: statuses }, { $ref: "#/components/schemas/ErrorCode" }),
  ...Object.fromEntries(
    declared.map((status) => [
      `Refusal${status}`,
      refusalSchema({ type: "integer", const: status }, { type: "string", enum: codesOf(status) }),
    ]),
  ),
});

const retryAfter = {
  "Retry-After": {
    description: "多少秒后可重试 · Seconds until it may be tried again",
    schema: { type: "integer", minimum: 0 },
  },
};
/** Statuses that calls declare; any other comes as the default. */
const words = {
  400: "请求内容不正确 · The request is wrong",
  401: "未登录或会话已结束 · Not signed in, or the session has ended",
  403: "没有权限 · Not permitted",
  404: "数据不存在或不在本人范围内 · Not there, or outside one’s own scope",
  409: "业务规则不允许 · A rule forbids it",
  429: "访问过于频繁 · Too many requests",
} as const;
const declared = Object.keys(words).map(Number) as (keyof typeof words)[];

/** The refusals that calls share. */
export const refusalResponses = (): Record<string, Json> => ({
  ...Object.fromEntries(
    declared.map((status) => [`Refusal${status}`, response(words[status], `Refusal${status}`, status === 429)]),
  ),
  Refusal: response("其他拒绝 · Any other refusal", "Refusal", true),
});

const response = (description: string, schema: string, waits: boolean): Json => ({
  description,
  ...(waits ? { headers: retryAfter } : {}),
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** How a call refuses: by status those that follow from its kind; any other comes as the default. */
export function refusalsOf(call: Call): Json {
  const expected = new Set<number>([
    ...getRefusals(call).map((code) => errors[code][0]),
    ...(call.method === "POST" ? [400, 409] : []),
    429,
  ]);
  return {
    ...Object.fromEntries(
      declared
        .filter((status) => expected.has(status))
        .map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
    ),
    default: { $ref: "#/components/responses/Refusal" },
  };
}

/** How a flat call refuses (RFC 6749 §5.2). */
export const flatRefusals = (): Json => {
  const flat = {
    description: "登录失败（RFC 6749 §5.2） · The sign-in failed (RFC 6749 §5.2)",
    headers: retryAfter,
    content: { "application/json": { schema: { $ref: "#/components/schemas/TokenFailure" } } },
  };
  return { 400: flat, 401: flat, default: flat };
};
