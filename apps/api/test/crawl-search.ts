import type { Call } from "@jipei/contract/core/call.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { suffixes } from "@jipei/contract/core/filters.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { type Column, personalEntities } from "./crawl-truth.ts";
import { mayAskForSome, mayReadSome } from "./crawl-rules.ts";
import { askAs, readingCalls } from "./crawl-walk.ts";
import type { TestApp, TestUser } from "./test-app.ts";

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

/** What a list is asked by, and what it must say. */
interface Question {
  parameters: Record<string, string>;
  must: "refuse" | "count";
}

/** Every way to ask a list by a field that the role sees masked: order, each operator, the whole value. */
function questionsOf(role: RoleAlias, call: Call<any, any>): Question[] {
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

/** Asks every list and export by what the role sees masked. @returns what was answered and should not have been */
export async function searchAll(app: TestApp, role: RoleAlias, user: TestUser): Promise<string[]> {
  const faults: string[] = [];
  for (const call of readingCalls) {
    const questions = questionsOf(role, call);
    if (
      questions.length === 0 ||
      (await askAs(app.http, user, call, { size: "1", purpose: "核对举报线索中的人员" })).status !== 200
    )
      continue;
    for (const { parameters, must } of questions) {
      const { status } = await askAs(app.http, user, call, parameters);
      const isRight = must === "refuse" ? status === 400 || status === 403 : status === 200 || status === 429;
      if (!isRight) faults.push(`${role} ${call.name} ${JSON.stringify(parameters)}: ${status}`);
    }
  }
  return faults;
}
