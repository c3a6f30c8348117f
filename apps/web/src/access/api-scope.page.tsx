import { ApiScope, apiScopeCalls, coversPath } from "@jipei/contract/access/api-scope.ts";
import { whyCalls } from "@jipei/contract/access/why.ts";
import { Input } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/session/rights-guard.tsx";
import { useCall } from "../core/api/use-call.ts";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { MenuControl } from "./menu-control.tsx";
import { ScopeFrame } from "./scope-frame.tsx";

/** Calls that need a scope: only its holders may make them. */
function ApiScopePage() {
  return (
    <ScopeFrame name={ApiScope}>
      {(menu, heading) => (
        <CrudPage
          key={menu?.id ?? "all"}
          embedded
          heading={heading}
          entity={ApiScope}
          calls={apiScopeCalls}
          resource="api_scope"
          columns={[
            { field: "scopeName", width: 170 },
            "resourceCode",
            { field: "scopePath", width: 300 },
            "scopeType",
            "updateTime",
          ]}
          card={["scopeName", "scopePath", "scopeType"]}
          search={["scopeName", "scopePath"]}
          form={["menuId", "scopeName", "resourceCode", "scopeType", "scopePath", "remark"]}
          view={["scopeName", "resourceCode", "scopePath", "scopeType", "remark", "updateTime"]}
          controls={{ menuId: MenuControl, scopePath: PathControl }}
          fixed={menu ? { menuId_equal: menu.id } : {}}
          initial={{ scopeType: "2", scopePath: "/api/", ...(menu && { menuId: menu.id }) }}
        />
      )}
    </ScopeFrame>
  );
}

export default guardingRights(ApiScopePage);

const shown = 30;

/** A path, and under it the calls that it covers now. */
function PathControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const label = useLabel();
  const path = (value as string | null) ?? "";
  const tried = useDelayed(path, 200);
  const { data } = useCall(whyCalls.calls, undefined, { staleTime: 3_600_000 });
  // More wildcards are refused by the server; comparing with them could take long.
  const plain = (tried.match(/\*+/g) ?? []).length <= 4;
  const covered = plain && tried.length > 5 ? (data ?? []).filter((call) => coversPath(tried, call.path)) : [];
  return (
    <>
      <Input
        {...control}
        value={path}
        onChange={(event) => onChange?.(event.target.value)}
        autoComplete="off"
        maxLength={200}
      />
      <div className="access-hint" role="status">
        {label([
          "? 匹配一个字符，* 匹配一段，** 匹配任意多段。",
          "? matches one character, * one segment, ** any number of segments.",
        ])}{" "}
        <strong>
          {label([
            `覆盖 ${covered.length} 个接口`,
            covered.length === 1 ? "Covers 1 call" : `Covers ${covered.length} calls`,
          ])}
        </strong>
        {covered.length > 0 && (
          // Long lists are scrolled by the keyboard too.
          <ul tabIndex={0} aria-label={label(["覆盖的接口", "Calls covered"])}>
            {covered.slice(0, shown).map((call) => (
              <li key={`${call.method} ${call.path}`}>
                {label(call)}{" "}
                <code>
                  {call.method} {call.path}
                </code>
              </li>
            ))}
            {covered.length > shown && (
              <li>{label([`另有 ${covered.length - shown} 个`, `and ${covered.length - shown} more`])}</li>
            )}
          </ul>
        )}
      </div>
    </>
  );
}
