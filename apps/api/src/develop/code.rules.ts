import { Code } from "@jipei/contract/develop/code.ts";
import { type CodeField, findFieldIssue } from "@jipei/contract/develop/code-field.ts";
import { type FieldName, snake } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { Draft } from "../core/entity/columns.ts";
import { type Failure, InvalidFields, invalidField } from "../core/foundation/refusal.ts";
import { pascal, reserved } from "./names.ts";

const label = (name: keyof typeof Code.fields) => Code.fields[name];
const wrong = (name: keyof typeof Code.fields, zh: string, en: string) =>
  invalidField(name, label(name).zh, label(name).en, zh, en);

const kebabWord = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*";
/** Patterns of the names that become parts of paths and programs. */
const patterns = {
  tableName: [/^[a-z][a-z0-9_]{0,62}$/, "须为小写字母、数字和下划线", "small letters, digits and _"],
  tablePrefix: [/^[a-z][a-z0-9_]{0,62}$/, "须为小写字母、数字和下划线", "small letters, digits and _"],
  pkName: [/^[a-z][a-z0-9_]{0,31}$/, "须为小写字母、数字和下划线", "small letters, digits and _"],
  serviceName: [
    new RegExp(`^${kebabWord}$`),
    "须为小写字母、数字和连字符，如zjgrsj-train",
    "small letters, digits and -, like zjgrsj-train",
  ],
  codeName: [
    new RegExp(`^(?=.{2,30}$)${kebabWord}$`),
    "须为2–30位小写字母、数字和连字符，如visitor-book",
    "2–30 small letters, digits and -, like visitor-book",
  ],
  packageName: [
    new RegExp(`^(?=.{2,30}$)${kebabWord}$`),
    "须为2–30位小写字母、数字和连字符，如visits",
    "2–30 small letters, digits and -, like visits",
  ],
  apiPath: [/^(\/[A-Za-z][A-Za-z0-9_-]{0,39}){1,4}$/, "须形如/visits/visitor", "like /visits/visitor"],
  webPath: [/^(\/[A-Za-z][A-Za-z0-9_-]{0,39}){1,4}$/, "须形如/visits/visitor", "like /visits/visitor"],
} as const satisfies { [K in FieldName<typeof Code>]?: readonly [pattern: RegExp, zh: string, en: string] };

/** Names that a domain may not have: folders of the sources that are no domains, and `domains`. */
const noDomains = new Set(["domains", "core", "cli", "shell", "login", "public", "test", "seed"]);
/** Names that generated programs use themselves. */
const used = new Set(["Row", "CrudPage", "crud", "export", "code"]);

/** The names and titles of what is generated. @throws FIELD_INVALID */
export function checkNames(values: Pick<Draft<typeof Code>, keyof typeof patterns | "titleEn">): void {
  for (const name of Object.keys(patterns) as (keyof typeof patterns)[]) {
    const [pattern, zh, en] = patterns[name];
    const value = values[name];
    if (value && !pattern.test(value)) throw wrong(name, zh, en);
  }
  if (values.tablePrefix && !values.tableName.startsWith(values.tablePrefix))
    throw wrong("tablePrefix", "表名不以该前缀开头", "the table does not begin with it");
  if (noDomains.has(values.packageName) || reserved.has(values.packageName))
    throw wrong("packageName", "是保留名", "is a reserved name");
  if (values.packageName === values.codeName)
    throw wrong("codeName", "不能与后端包名相同", "must differ from the package");
  const entity = pascal(values.codeName);
  if (entity in globalThis || used.has(entity) || used.has(values.codeName))
    throw wrong("codeName", "是保留名", "is a reserved name");
  // The English titles of calls begin with this title.
  if (!/^[A-Z]/.test(values.titleEn) || /\p{Script=Han}/u.test(values.titleEn))
    throw wrong("titleEn", "须以大写字母开头且不含汉字", "must begin with a capital letter and have no Chinese");
}

/** Checks each field, and that they do not contradict one another. @throws FIELD_INVALID with every wrong one */
export function checkFields(fields: readonly CodeField[]): void {
  if (fields.length === 0) throw wrong("fields", "不能为空", "required");
  const failures: Failure[] = [];
  const fail = (at: string, zh: string, en: string) =>
    void failures.push({ errorCode: "FIELD_INVALID", id: null, field: at, msg: zh, msgEn: en });
  const seen = new Set<string>();
  fields.forEach((field, index) => {
    const issue = findFieldIssue(field);
    if (issue) fail(`fields[${index}].${issue.part}`, `${field.zh}：${issue.zh}`, `${field.en}: ${issue.en}`);
    if (seen.has(snake(field.name)))
      fail(`fields[${index}].name`, `字段名“${field.name}”重复`, `“${field.name}” is there twice`);
    seen.add(snake(field.name));
  });
  if (!getTitle(fields))
    fail("fields", "至少需要一个必填的文本字段，作为标题", "at least one required text is needed, as the title");
  if (failures.length > 0) throw new InvalidFields(failures);
}

/** The title field: the first required text. */
export const getTitle = (fields: readonly CodeField[]): CodeField | undefined =>
  fields.find((field) => field.kind === "text" && field.required === "1");

/** Refuses reserved words of SQL as names of tables and columns, since our statements do not quote names. @throws FIELD_INVALID */
export async function checkWords(tx: Tx, codeName: string, fields: readonly CodeField[]): Promise<void> {
  const names = [snake(pascal(codeName)), ...fields.map(({ name }) => snake(name))];
  const { rows } = await sql<{
    word: string;
  }>`select word from pg_get_keywords() where catcode in ('R', 'T') and word = any(${names})`.execute(tx);
  const word = rows[0]?.word;
  if (!word) return;
  if (word === names[0]) throw wrong("codeName", `“${word}”是SQL保留字`, `“${word}” is a word of SQL`);
  throw new InvalidFields([
    {
      errorCode: "FIELD_INVALID",
      id: null,
      field: `fields[${names.indexOf(word, 1) - 1}].name`,
      msg: `“${word}”是SQL保留字，请换一个字段名`,
      msgEn: `“${word}” is a word of SQL; choose another name`,
    },
  ]);
}
