import { ApiScope } from "@jipei/contract/access/api-scope.ts";
import { DataScope } from "@jipei/contract/access/data-scope.ts";
import { Menu } from "@jipei/contract/access/menu.ts";
import type { RightsChangeRow } from "@jipei/contract/access/rights-change.ts";
import { Role } from "@jipei/contract/access/role.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { Parameter } from "@jipei/contract/settings/parameter.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import "./access.css";

const subjects = { Role, Menu, DataScope, ApiScope, Parameter };
const linkWords: Readonly<Record<string, Named>> = {
  menus: ["菜单", "Menus"],
  permissions: ["按钮", "Buttons"],
  dataScopes: ["数据权限", "Data scopes"],
  apiScopes: ["接口权限", "API scopes"],
};

/** What a change changed, field by field. */
export function StateChanges({ row }: { row: RightsChangeRow }) {
  const label = useLabel();
  const before = row.stateBefore ?? {};
  const after = row.stateAfter ?? {};
  const fields: Readonly<Record<string, Field>> = row.subject ? subjects[row.subject].fields : {};
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => name !== "links" && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const links = changedLinks((before["links"] ?? {}) as Links, (after["links"] ?? {}) as Links);
  return (
    <div className="access-hint">
      <ul>
        {changed.map((name) => (
          <li key={name}>
            {label(fields[name] ?? [name, name])}: <code>{words(before[name])}</code> →{" "}
            <code>{words(after[name])}</code>
          </li>
        ))}
        {links.map(({ kind, given, taken }) => (
          <li key={kind}>
            {label(linkWords[kind] ?? [kind, kind])}: {given.length > 0 && `+${given.length} `}
            {taken.length > 0 && `−${taken.length} `}
            {kind === "permissions" && (
              <code>{[...given.map((key) => `+${key}`), ...taken.map((key) => `−${key}`)].join(" ")}</code>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Links = Readonly<Record<string, readonly string[]>>;

const changedLinks = (before: Links, after: Links) =>
  Object.keys({ ...before, ...after })
    .map((kind) => ({ kind, given: only(after[kind], before[kind]), taken: only(before[kind], after[kind]) }))
    .filter(({ given, taken }) => given.length + taken.length > 0);

const only = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.filter((item) => !other.includes(item));

function words(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
