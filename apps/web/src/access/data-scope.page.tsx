import { DataScope, type DataScopeRow, dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { whyCalls } from "@jipei/contract/access/why.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import type { FormValues } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/session/rights-guard.tsx";
import { useCall } from "../core/api/use-call.ts";
import { ColumnControl, EntityControl } from "./data-scope-controls.tsx";
import { FieldsControl } from "./fields-control.tsx";
import { MenuControl } from "./menu-control.tsx";
import { RuleControl } from "./rule-control.tsx";
import { ScopeFrame } from "./scope-frame.tsx";

const byColumn = new Set(["2", "3", "4"]);
const byRule = (values: FormValues<typeof DataScope>) => values.scopeType === "5";

/** What a data scope says, in the order of form and view. */
const fields = [
  "scopeName",
  "resourceCode",
  "scopeClass",
  "scopeType",
  "scopeColumn",
  "scopeValue",
  "scopeField",
] as const;

/** Data scopes: the restrictions of a role on the rows and fields of an entity. */
function DataScopePage() {
  const label = useLabel();
  const subjects = useCall(whyCalls.subjects, undefined, { staleTime: 3_600_000 });
  const getSubjectName = (row: DataScopeRow) => {
    const found = subjects.data?.find(({ name }) => name === row.scopeClass);
    return found ? label(found) : row.scopeClass;
  };
  const subject = { field: "scopeClass", title: ["业务对象", "Entity"], render: getSubjectName } as const;
  return (
    <ScopeFrame name={DataScope}>
      {(menu, heading) => (
        <CrudPage
          key={menu?.id ?? "all"}
          embedded
          heading={heading}
          entity={DataScope}
          calls={{
            list: dataScopeCalls.list,
            detail: dataScopeCalls.detail,
            submit: dataScopeCalls.submit,
            remove: dataScopeCalls.remove,
            export: dataScopeCalls.export,
          }}
          resource="data_scope"
          columns={[
            { field: "scopeName", width: 170 },
            "resourceCode",
            { ...subject, width: 140 },
            { field: "scopeType", width: 190 },
            { field: "scopeColumn", width: 120 },
            { field: "scopeValue", width: 240 },
          ]}
          card={["scopeName", subject, "scopeType"]}
          search={["scopeName", "scopeType"]}
          form={["menuId", ...fields]}
          view={[...fields, "updateTime"]}
          controls={{
            menuId: MenuControl,
            scopeClass: EntityControl,
            scopeColumn: ColumnControl,
            scopeField: FieldsControl,
            scopeValue: RuleControl,
          }}
          when={{ scopeColumn: (values) => byColumn.has(values.scopeType ?? ""), scopeValue: byRule }}
          // A rule or a field of the kind chosen before would not belong to the one chosen now.
          inputOf={(input, values) => ({
            ...input,
            ...(!byRule(values) && { scopeValue: null }),
            ...(!byColumn.has(values.scopeType ?? "") && { scopeColumn: null }),
          })}
          formWidth={760}
          fixed={menu ? { menuId_equal: menu.id } : {}}
          initial={{ scopeType: "3", scopeField: "*", ...(menu && { menuId: menu.id }) }}
        />
      )}
    </ScopeFrame>
  );
}

export default guardingRights(DataScopePage);
