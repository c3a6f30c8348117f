import type { Call } from "@jipei/contract/core/call.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { type Column, personalEntities } from "./crawl-truth.ts";
import { mayAskForSome, mayReadSome } from "./crawl-rules.ts";
import { askAs, readingCalls } from "./crawl-walk.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

/** Kinds of masked fields, birthdays among them, as the rules name them. */
const columns: Readonly<Record<string, Column>> = {
  idNumber: "idNumber",
  birthday: "idNumber",
  phone: "phone",
  bankAccount: "account",
  unitAccount: "account",
  email: "contact",
  address: "contact",
};
const names = new Set(personalEntities.map(({ name }) => name));

/** A query of a list, and the answer that it must get. */
interface Question {
  parameters: Record<string, string>;
  must: "refuse" | "count";
}

/** Every way to query a list by a field that the role sees masked: order, each operator, the whole value. */
function listQuestions(role: RoleAlias, call: Call): Question[] {
  if (call.input.shape !== "query" || !names.has(call.input.entity.name)) return [];
  const { entity } = call.input;
  return Object.entries<Field>(entity.fields as Record<string, Field>).flatMap(([name, field]): Question[] => {
    const column = field.masked && columns[field.masked];
    if (!column || mayReadSome(role, column, entity.name)) return [];
    const value = field.kind === "date" ? "1990-01-01" : "13900000001";
    const refused = [
      { ascs: name },
      { descs: name },
      ...Object.keys(suffixes)
        .filter((suffix) => suffix !== "equal")
        .map((suffix) => ({ [`${name}_${suffix}`]: value })),
    ];
    const exact = entity.filters.includes(name) && mayAskForSome(role, column) ? "count" : "refuse";
    return [
      ...refused.map((parameters): Question => ({ parameters, must: "refuse" })),
      { parameters: { [name]: value }, must: exact },
    ];
  });
}

/** Queries every list and export by the fields that the role sees masked. @returns the queries that were answered and should have been refused */
export async function searchAll(app: TestApp, role: RoleAlias, user: TestUser): Promise<string[]> {
  const issues: string[] = [];
  for (const call of readingCalls) {
    const questions = listQuestions(role, call);
    if (
      questions.length === 0 ||
      (await askAs(app.http, user, call, { size: "1", purpose: "核对举报线索中的人员" })).status !== 200
    )
      continue;
    for (const { parameters, must } of questions) {
      const { status } = await askAs(app.http, user, call, parameters);
      const isRight = must === "refuse" ? status === 400 || status === 403 : status === 200 || status === 429;
      if (!isRight) issues.push(`${role} ${call.name} ${JSON.stringify(parameters)}: ${status}`);
    }
  }
  return issues;
}
