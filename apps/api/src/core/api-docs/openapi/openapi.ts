import { tokenFailure } from "@jipei/contract/auth/auth-answers.ts";
import type { Domain } from "../../http/implement.ts";
import { groupTitles } from "../words.ts";
import { answerSchema } from "./answer-schema.ts";
import { operation } from "./operation.ts";
import { getPath, idempotencyKey, pagingParameters } from "./parameters.ts";
import { refusalResponses, refusalSchemas } from "./refusal-schema.ts";
import { Components, type Json } from "./schema.ts";

/** The OpenAPI 3.1 document of all calls, made from the contract: clients are generated from it, and tests hold every answer to it. */
export function buildOpenapi(domains: readonly Domain[]): Json {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const { name, routes } of domains)
    for (const { call, kind } of routes)
      (paths[getPath(call)] ??= {})[call.method.toLowerCase()] = operation(call, name, kind === "writes", components);
  answerSchema(tokenFailure, components);
  return {
    openapi: "3.1.0",
    info: {
      title: "技培 Jipei",
      version: "0.1.0",
      description:
        "职业技能培训管理：计划→开班→考勤→考核→证书→补贴申请→两级审核→拨付。\n\n" +
        "Vocational-training administration: plan → class → attendance → assessment → certificate → claim → two reviews → payment.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: domains
      .filter(({ routes }) => routes.length > 0)
      .map(({ name }) => ({ name, description: groupTitles[name]?.join(" · ") ?? name })),
    paths,
    components: {
      schemas: { ...components.schemas, ...refusalSchemas() },
      responses: refusalResponses(),
      parameters: { ...pagingParameters, idempotencyKey },
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Token",
          description: "登录所得access_token · The access_token of the sign-in",
        },
        client: {
          type: "http",
          scheme: "basic",
          description: "客户端标识与密钥 · Id and secret of the client",
        },
      },
    },
  };
}
