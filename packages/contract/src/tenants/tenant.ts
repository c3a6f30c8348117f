import { exportCall } from "../core/export.ts";
import { call, crudCalls, picked } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, data, date, datetime, id, int, ref, text } from "../core/fields/field.ts";
import { form, leftOut, list, record, rowShape, saveShape } from "../core/fields/shape.ts";

export const tenantState = codeList("TENANT_STATE", "租户状态", "State of a tenant", {
  "0": ["建立中", "Being created", "busy"],
  "1": ["启用", "Enabled", "good"],
  "2": ["停用", "Disabled", "neutral"],
});

/** What a tenant may have, as the calls write it; a key that is not there does not limit. */
export interface TenantSettings {
  /** Most enabled users. */
  userLimit?: number | null;
  /** Last day, yyyy-MM-dd. */
  validUntil?: string | null;
}

const limits = {
  userLimit: leftOut(int("用户数上限", "Limit of enabled users")),
  validUntil: leftOut(date("有效期至", "Last day")),
};
const tenantSettings = form<TenantSettings>("TenantSettings", "租户设置", "Limits of a tenant", () => limits);

/** An office with users, lists and data of its own; 000000 is who runs the installation. */
export const Tenant = entity(
  "Tenant",
  "租户",
  "Tenant",
  {
    tenantName: text(100, "租户名称", "Name", "required"),
    status: code(tenantState, "状态", "State", "optional", { always: true }),
    domain: text(200, "域名", "Domain"),
    backgroundUrl: text(300, "登录背景", "Background of the login page", "optional", { format: "url" }),
    linkman: text(50, "联系人", "Contact"),
    contactNumber: text(11, "联系电话", "Phone", "optional", { format: "mobile" }),
    address: text(200, "地址", "Address"),
    accountNumber: int("账号额度", "User limit", "optional", { min: -1, max: 1_000_000 }),
    expireTime: datetime("过期时间", "Expires"),
    datasourceId: ref("Datasource", "数据源", "Data source", "computed"),
    /** The quota of accounts and the last day in the words of the setting call. */
    settings: data(record(limits), "设置", "Limits", { derived: true }),
  },
  {
    title: "tenantName",
    filters: ["tenantName", "tenantId", "status"],
    sorts: ["tenantId", "tenantName", "expireTime", "createTime"],
    order: ["-createTime"],
  },
);
export interface TenantRow extends Row<typeof Tenant> {}

const path = "/api/blade-system/tenant";
const crud = crudCalls(Tenant, path, "tenant", ["bureau"]);
const writes = { method: "POST", access: "tenant_edit", audience: ["bureau"] } as const;

export const tenantCalls = {
  ...crud,
  export: exportCall(Tenant, path, "tenant", ["bureau"]),
  /**
   * Changes a tenant, or adds one, which gets a number, a schema, roles, menus and a first user. The user's password is returned in this answer only
   * and must be changed at the first sign-in. `jobId` makes the tenant meanwhile; while tenant mode is off it is made when that is switched on.
   */
  submit: call({
    ...crud.submit,
    input: saveShape(Tenant),
    output: record({
      id: id("主键", "Id", "required"),
      tenantId: text(6, "租户编号", "Number"),
      account: text(30, "账号", "Account"),
      password: text(100, "初始密码", "Initial password"),
      jobId: id("任务", "Job", "optional"),
    }),
  }),
  /** Limits tenants: the keys given are set, null removes one. */
  setting: call({
    ...writes,
    name: "Tenant.setting",
    path: `${path}/setting`,
    zh: "设置租户",
    en: "Limit tenants",
    input: record({
      ids: picked(),
      settings: tenantSettings,
    }),
  }),
  /** Links a data source, or none. It is stored only: every tenant lives in a schema of this database. */
  datasource: call({
    ...writes,
    name: "Tenant.datasource",
    path: `${path}/datasource`,
    zh: "关联租户数据源",
    en: "Link a data source to a tenant",
    style: "query",
    input: record({
      tenantId: text(12, "租户编号", "Number", "required"),
      datasourceId: id("数据源", "Data source", "optional"),
    }),
  }),
  /** All tenants, to pick one. */
  select: call({
    name: "Tenant.select",
    method: "GET",
    path: `${path}/select`,
    zh: "可选租户",
    en: "Tenants to choose from",
    access: "tenant_view",
    audience: ["bureau"],
    output: list(rowShape(Tenant)),
  }),
  /** Whose address this is; nothing where it is nobody's. */
  info: call({
    name: "Tenant.info",
    method: "GET",
    path: `${path}/info`,
    zh: "域名所属租户",
    en: "Tenant of a domain",
    access: "public",
    input: record({ domain: text(500, "域名", "Domain") }),
    output: form<{ tenantId?: string; domain?: string | null }>(
      "TenantInfo",
      "域名所属租户",
      "Tenant of a domain",
      () => ({
        tenantId: leftOut(text(12, "租户编号", "Number", "required")),
        domain: leftOut(text(200, "域名", "Domain")),
      }),
    ),
  }),
};
