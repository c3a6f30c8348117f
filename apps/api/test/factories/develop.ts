import { codeCalls } from "@jipei/contract/develop/code.ts";
import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

type Values = Record<string, any>;

/** Labels that would end a literal, a comment or a line of generated code if they were not escaped. */
export const nasty = (n: number): { zh: string; en: string } => ({
  zh: `访客'"\`\${process.exit(${n})}*/ // \\\n😀<b>`,
  en: `It's "q" \`\${1}\` */ \\ \u2028\n😀 ${n}`,
});

/** The built-in data source. */
export const ownSource = async (app: TestApp): Promise<string> =>
  (await app.pool.query<{ id: string }>(`select id from datasource where built_in = '1'`)).rows[0]?.id as string;

/** A table to generate code from, designed in the product's own database. */
export async function aDraft(app: TestApp): Promise<void> {
  await app.pool.query(`
    create table if not exists draft_visitor (
      id bigint primary key, full_name varchar(50) not null, note text, head_count integer not null, fee numeric(8,2), visit_date date not null, arrived timestamptz, leaves time,
      status varchar(10) not null check (status in ('1', '2')), tags text[], course_id bigint references course, attachment_list bigint[], place point, remark varchar(500))`);
  await app.pool.query(
    `comment on table draft_visitor is '访客登记'; comment on column draft_visitor.full_name is '姓名'`,
  );
}

export const field = (name: string, kind: CodeField["kind"], more: Partial<CodeField> = {}): CodeField => ({
  column: name,
  name,
  zh: name,
  en: name,
  kind,
  required: "0",
  inList: "0",
  inFilters: "0",
  sortable: "0",
  ...more,
});
export const titleField = field("fullName", "text", {
  zh: "姓名",
  en: "Name",
  length: 50,
  required: "1",
  inList: "1",
  inFilters: "1",
  sortable: "1",
});

/** The input that saves a table for code generation. */
export async function codeValues(app: TestApp, more: Values = {}): Promise<Values> {
  return {
    datasourceId: await ownSource(app),
    serviceName: "zjgrsj-train",
    codeName: "visitor",
    titleZh: "访客",
    titleEn: "Visitor",
    tableName: "draft_visitor",
    pkName: "id",
    packageName: "visits",
    baseMode: "2",
    wrapMode: "2",
    apiPath: "/visits/visitor",
    webPath: "/visits/visitor",
    fields: [titleField],
    ...more,
  };
}
export const aCode = async (app: TestApp, by: TestUser, more: Values = {}): Promise<string> =>
  (await by.call(codeCalls.submit, (await codeValues(app, more)) as never)).id;
