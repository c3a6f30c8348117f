import { exportCall } from "../core/export.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, id, text } from "../core/fields/field.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, record } from "../core/fields/shape.ts";

/** The only driver there is. */
export const postgresDriver = "org.postgresql.Driver";

/** A PostgreSQL database that tables are read from, for generated code and for tenants. The product's own is built in. */
export const Datasource = entity(
  "Datasource",
  "数据源",
  "Data source",
  {
    name: text(100, "名称", "Name", "required"),
    driverClass: text(100, "驱动类", "Driver", "required"),
    url: text(500, "连接地址", "Address", "required"),
    username: text(50, "用户名", "User", "required"),
    password: text(100, "密码", "Password", "optional", { writeOnly: true, encrypted: true }),
    builtIn: code(yesNo, "内置", "Built in", "computed", { always: true }),
  },
  { title: "name", filters: ["name", "builtIn"], sorts: ["name", "createTime"], order: ["-createTime"] },
);
export interface DatasourceRow extends Row<typeof Datasource> {}

const path = "/api/blade-develop/datasource";

export const datasourceCalls = {
  ...crudCalls(Datasource, path, "datasource", ["bureau"]),
  export: exportCall(Datasource, path, "datasource", ["bureau"]),
  select: call({
    name: "Datasource.select",
    method: "GET",
    path: `${path}/select`,
    zh: "可选数据源",
    en: "Data sources to choose from",
    access: ["datasource_view", "code_view", "tenant_view"],
    audience: ["bureau"],
    output: list(record({ id: id("主键", "Id", "required"), name: text(100, "名称", "Name", "required") })),
  }),
  /** Signs in and reads the version, to see whether the settings are right. */
  test: call({
    name: "Datasource.test",
    method: "POST",
    path: `${path}/test`,
    zh: "测试数据源连接",
    en: "Try the connection of a data source",
    access: "datasource_edit",
    audience: ["bureau"],
    style: "query",
    input: byId,
    output: record({ version: text(100, "数据库版本", "Version of the database", "required") }),
  }),
};
