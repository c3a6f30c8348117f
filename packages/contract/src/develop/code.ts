import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls, ids } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, data, id, long, lookup, ref, text } from "../core/fields/field.ts";
import { file, list, optional, record, saveShape } from "../core/fields/shape.ts";
import { codeField, mostFields } from "./code-field.ts";

/** No and yes as this kind of product writes them for its generator. */
export const mode = codeList("CODE_MODE", "生成方式", "Mode", { "1": ["否", "No"], "2": ["是", "Yes"] });

/** What a table becomes: an entity with its calls and its page. Names are parts of paths and programs, hence strict. */
export const Code = entity(
  "Code",
  "代码生成",
  "Code generator",
  {
    datasourceId: ref("Datasource", "数据源", "Data source", "required"),
    datasourceName: lookup("datasourceId", "Datasource", "name", "数据源", "Data source"),
    tableName: text(64, "表名", "Table", "required"),
    /** Left out of the module's name when it is proposed. */
    tablePrefix: text(64, "表前缀", "Prefix of tables"),
    pkName: text(32, "主键名", "Key column", "required"),
    /** First part of the address: `/api/<service><apiPath>`. */
    serviceName: text(64, "服务名", "Service", "required"),
    codeName: text(64, "模块名", "Module", "required"),
    /** Left out, the module's name in both. */
    titleZh: text(50, "中文名称", "Chinese title", "required", { default: "" }),
    titleEn: text(80, "英文名称", "English title", "required", { default: "" }),
    /** The domain: the folder of that name in contract, API and web. */
    packageName: text(300, "后端包名", "Package", "required"),
    apiPath: text(300, "后端路径", "Path of the calls", "required"),
    webPath: text(300, "前端路径", "Path of the page", "required"),
    /** Whether form and list show the base fields: remark and time of the last change. */
    baseMode: code(mode, "基础业务", "Base fields", "required"),
    /** Whether references are answered with the title of what they point to. */
    wrapMode: code(mode, "包装器", "Titles of references", "required"),
    fields: data(list(codeField, mostFields), "字段", "Fields", { always: true }),
  },
  {
    title: "codeName",
    filters: ["codeName", "tableName", "datasourceId"],
    sorts: ["codeName", "tableName", "createTime"],
    order: ["-createTime"],
  },
);
export interface CodeRow extends Row<typeof Code> {}

const path = "/api/blade-develop/code";
const ofBureau = { audience: ["bureau"] } as const;
const reading = { ...ofBureau, method: "GET", access: ["code_add", "code_edit"] } as const;
const table = {
  datasourceId: id("数据源", "Data source", "required"),
  tableName: text(64, "表名", "Table", "required"),
  tablePrefix: text(64, "表前缀", "Prefix of tables"),
};

const crud = crudCalls(Code, path, "code", ["bureau"]);
export const codeCalls = {
  ...crud,
  export: exportCall(Code, path, "code", ["bureau"]),
  submit: call({
    ...ofBureau,
    name: "Code.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存代码生成",
    en: "Code generator: save",
    access: ["code_add", "code_edit"],
    input: saveShape(Code, { fields: optional(list(codeField, mostFields)) }),
    output: crud.submit.output,
  }),
  /** Stores the same again under the name with `-copy`. */
  copy: call({
    ...ofBureau,
    name: "Code.copy",
    adds: Code,
    method: "POST",
    path: `${path}/copy`,
    zh: "复制代码生成",
    en: "Code generator: copy",
    access: "code_add",
    style: "query",
    input: byId,
    output: crud.submit.output,
  }),
  /** The files as a zip; nothing is written on the server. */
  genCode: call({
    ...ofBureau,
    name: "Code.genCode",
    method: "POST",
    path: `${path}/gen-code`,
    zh: "生成代码",
    en: "Generate code",
    access: "code_view",
    style: "query",
    input: ids,
    output: file("zip"),
  }),
  preview: call({
    ...ofBureau,
    name: "Code.preview",
    method: "GET",
    path: `${path}/preview`,
    zh: "预览代码",
    en: "Look at the code",
    access: "code_view",
    input: ids,
    output: list(record({ path: text(200, "文件", "File", "required"), text: long("内容", "Text", "required") })),
  }),
  tables: call({
    ...reading,
    name: "Code.tables",
    path: `${path}/tables`,
    zh: "可生成的表",
    en: "Tables to generate from",
    input: record({ datasourceId: table.datasourceId }),
    output: list(record({ name: text(63, "表名", "Table", "required"), remark: text(500, "说明", "Comment") })),
  }),
  /** What the columns of a table would become, to be adjusted. */
  propose: call({
    ...reading,
    name: "Code.propose",
    path: `${path}/propose`,
    zh: "读取表字段",
    en: "Read the columns of a table",
    input: record(table),
    output: record({
      pkName: text(63, "主键名", "Key column", "required"),
      codeName: text(64, "模块名", "Module", "required"),
      titleZh: text(50, "中文名称", "Chinese title", "required"),
      titleEn: text(80, "英文名称", "English title", "required"),
      fields: list(codeField, 1000),
      left: list(
        record({ column: text(63, "列", "Column", "required"), type: text(100, "类型", "Type", "required") }),
        1000,
      ),
    }),
  }),
  /** Entities that a field may refer to. */
  targets: call({
    ...reading,
    name: "Code.targets",
    path: `${path}/targets`,
    zh: "可引用的对象",
    en: "What a field may refer to",
    output: list(
      record({
        name: text(60, "对象", "Entity", "required"),
        zh: text(50, "中文", "Chinese", "required"),
        en: text(80, "英文", "English", "required"),
      }),
    ),
  }),
};
