import { Parameter, type ParameterRow, parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { Form, Input, Select } from "antd";
import { PendingChange, useTellProposed } from "../core/crud/pending-change.tsx";
import { CrudPage } from "../core/crud/crud-page.tsx";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/session/rights-guard.tsx";
import { findDefinition, getRange, getLabels } from "./parameter-words.ts";
import { RolesValue, roleName, rolesIn } from "./roles-value.tsx";
import { joinNames } from "../core/i18n/join-names.ts";
import "./settings.css";

/** Parameters: what may differ between regions, with its type and range. */
function ParameterPage() {
  const label = useLabel();
  const tellProposed = useTellProposed();
  const getName = (row: ParameterRow) => label([row.paramName, findDefinition(row.paramKey)?.en ?? row.paramName]);
  const getValue = ({ paramKey, paramValue }: ParameterRow) => valueText(paramKey, paramValue, label);
  return (
    <CrudPage
      entity={Parameter}
      calls={parameterCalls}
      resource="param"
      numbered
      columns={[
        { field: "paramName", width: 260, render: getName },
        { field: "paramKey", width: 210 },
        { field: "paramValue", width: 150, render: getValue },
        {
          key: "allowed",
          title: ["取值范围", "Allowed"],
          width: 200,
          render: (row: ParameterRow) => label(getRange(row.paramKey)),
        },
        {
          key: "standard",
          title: ["默认值", "Default"],
          width: 120,
          render: ({ paramKey }: ParameterRow) => getDefault(paramKey, label),
        },
        "updateTime",
        {
          field: "policyChangeId",
          width: 120,
          render: (row: ParameterRow) => <PendingChange subject={Parameter.name} row={row} />,
        },
      ]}
      search={["paramName", "paramKey"]}
      card={[{ field: "paramName", render: getName }, "paramKey", { field: "paramValue", render: getValue }]}
      form={["paramName", "paramKey", "paramValue", "remark"]}
      view={["paramName", "paramKey", "paramValue", "remark", "updateTime"]}
      onSaved={tellProposed}
      controls={{ paramValue: ValueControl }}
      locked={(row) => (row && findDefinition(row.paramKey) ? ["paramKey"] : [])}
      formHead={<Allowed />}
      frozen={(row, what) =>
        what === "remove" && findDefinition(row.paramKey)
          ? ["内置参数不能删除", "Built-in parameters cannot be deleted"]
          : null
      }
    />
  );
}

export default guardingRights(ParameterPage);

const valueText = (key: string, value: string, label: ReturnType<typeof useLabel>): string => {
  if (findDefinition(key)?.type === "roles") return joinNames(rolesIn(value).map((alias) => label(roleName(alias))));
  const word = getLabels(key)?.[value];
  return word ? label(word) : value;
};
/** Empty for a key of the bureau's own. */
const getDefault = (key: string, label: ReturnType<typeof useLabel>): string => {
  const definition = findDefinition(key);
  return definition ? valueText(key, definition.value, label) : "";
};

/** The control that fits the type of the key; a text of several lines for keys of the bureau's own. */
function ValueControl({ field: _field, value, onChange, ...props }: ControlProps) {
  const label = useLabel();
  const key = Form.useWatch("paramKey") as string | undefined;
  const definition = findDefinition(key);
  const words = getLabels(key);
  const text = (value as string | undefined) ?? "";
  if (words)
    return (
      <Select
        {...props}
        value={text || undefined}
        onChange={(chosen: string) => onChange?.(chosen)}
        options={Object.entries(words).map(([one, word]) => ({ value: one, label: label(word) }))}
        style={{ width: "100%" }}
      />
    );
  if (definition?.type === "roles")
    return <RolesValue {...props} value={text} onChange={(chosen) => onChange?.(chosen)} />;
  if (definition)
    return (
      <Input
        {...props}
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
        inputMode={definition.type === "text" ? undefined : "decimal"}
        autoComplete="off"
      />
    );
  return (
    <Input.TextArea
      {...props}
      value={text}
      onChange={(event) => onChange?.(event.target.value)}
      autoSize={{ minRows: 3, maxRows: 8 }}
    />
  );
}

/** What the key being edited means and takes. */
function Allowed() {
  const label = useLabel();
  const key = Form.useWatch("paramKey") as string | undefined;
  const definition = findDefinition(key);
  if (!key || !definition) return null;
  return (
    <p className="form-hint">
      {label(definition)} · {label(getRange(key))} · {label(["默认", "default"])} {getDefault(key, label)}
    </p>
  );
}
