import type { Change } from "@jipei/contract/logs/audit-record.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Field, getLabels } from "@jipei/contract/core/fields/field.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { hiddenFields } from "../core/access/data-scope.ts";
import type { Db } from "../core/database/db.ts";
import { seen } from "../core/security/mask.ts";
import { type Named, type Titles, right, role, getTitles } from "./audit-titles.ts";
import { type Words, findEntity, itself } from "./audit-words.ts";
import { namesSecret } from "./input-text.ts";
import { logText } from "./log-text.ts";

const hidden = "***";
/** Upper limit for the characters of one value. */
const longest = 2000;

/** Parts of history entries that are not fields of their row: their labels, and the kind of rows that they name. */
const parts: Readonly<Record<string, Words & { kind?: string }>> = {
  "": { zh: "内容", en: "Value" },
  roles: { zh: "角色", en: "Roles", kind: role },
  menus: { zh: "菜单", en: "Menus", kind: "Menu" },
  menuIds: { zh: "菜单", en: "Menus", kind: "Menu" },
  permissions: { zh: "按钮权限", en: "Rights", kind: right },
  dataScopes: { zh: "数据权限", en: "Data scopes", kind: "DataScope" },
  apiScopes: { zh: "接口权限", en: "API scopes", kind: "ApiScope" },
  endDate: { zh: "截止日期", en: "Last day" },
  rows: { zh: "条数", en: "Rows" },
  count: { zh: "数量", en: "Number" },
  file: { zh: "文件", en: "File" },
  filters: { zh: "查询条件", en: "Filters" },
  applyKind: { zh: "注册类型", en: "Applied as" },
  sessions: { zh: "会话数", en: "Sessions" },
  runNo: { zh: Finding.fields.runNo.zh, en: Finding.fields.runNo.en },
  provider: { zh: "第三方", en: "Provider" },
};

/**
 * What an audit action changed, with the labels of the contract and as this reader may see it: never secrets and what is stored encrypted,
 * personal data masked as in lists, ID and phone numbers masked wherever else they occur.
 */
export async function changesShape(
  db: Db,
  actor: Actor,
  kind: string,
  before: unknown,
  after: unknown,
): Promise<Change[]> {
  const [old, now] = [getParts(before), getParts(after)];
  const entity = findEntity(kind);
  const unseen = entity ? hiddenFields(entity, actor) : undefined;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const facts = names.map((name) => ({
    name,
    field: entity && Object.hasOwn(entity.fields, name) ? (entity.fields[name] as Field) : undefined,
  }));
  const titles = await getTitles(
    db,
    facts.flatMap(({ name, field }) => [...named(name, field, old[name]), ...named(name, field, now[name])]),
  );
  return facts.map(({ name, field }) => {
    const { zh, en } = field?.zh ? field : (findPart(name) ?? itself(name));
    const shown = (value: unknown) =>
      unseen?.has(name) && !isNothing(value)
        ? [itself(hidden)]
        : wordsOfValue(actor, entity, titles, name, field, value);
    return { zh, en, before: shown(old[name]), after: shown(now[name]) };
  });
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";
const listOf = (value: unknown): unknown[] => (isNothing(value) ? [] : [value].flat());

/** The parts of an entry. Mostly it is an object of fields; anything else is one value without a name. */
function getParts(value: unknown): Record<string, unknown> {
  if (isNothing(value)) return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : { "": value };
}

const findPart = (name: string) => (Object.hasOwn(parts, name) ? parts[name] : undefined);
const findKind = (name: string, field: Field | undefined): string | undefined =>
  field ? field.entity : findPart(name)?.kind;

/** The rows that a value names. */
function named(name: string, field: Field | undefined, value: unknown): Named[] {
  const kind = findKind(name, field);
  return kind ? listOf(value).map((key) => ({ kind, key: String(key) })) : [];
}

function wordsOfValue(
  actor: Actor,
  entity: Entity | undefined,
  titles: Titles,
  name: string,
  field: Field | undefined,
  value: unknown,
): Words[] {
  return listOf(value).map((one) => {
    if (field ? field.writeOnly || field.encrypted : namesSecret(name)) return itself(hidden);
    if (entity && field?.masked)
      return itself(one === hidden ? hidden : (seen(actor, entity, field.masked, String(one), "list") ?? hidden));
    const kind = findKind(name, field);
    if (kind) return titles(kind, String(one));
    if (field?.codes) return getLabels(field.codes, String(one));
    return itself(logText(typeof one === "object" ? JSON.stringify(one, withoutSecrets) : String(one), longest));
  });
}

const withoutSecrets = (name: string, value: unknown) => (namesSecret(name) ? hidden : value);
