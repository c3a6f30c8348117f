import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { flowMethods, flowServices, serviceInputs } from "@jipei/contract/workflow/flow-offers.ts";
import { Select } from "antd";
import { useLabel } from "../../../core/i18n/language.ts";
import { type Editing, extensionsOf, setExtensions, textOf } from "../editing.ts";
import { PanelField, PanelText } from "./panel-field.tsx";

type Service = CodeOf<typeof flowServices>;
const services = Object.keys(flowServices.codes) as Service[];
const field = "flowable:Field";

/** What a service task does: an action of the closed list with what it takes, or an expression. */
export function ServicePart({ editing }: { editing: Editing }) {
  const label = useLabel();
  const service = services.find((name) => name === editing.text("flowable:type")) ?? null;
  return (
    <>
      <PanelField label={label(["服务", "Action"])}>
        {(id) => (
          <Select
            id={id}
            value={service}
            onChange={(name) => editing.set({ "flowable:type": name, "flowable:expression": undefined })}
            options={services.map((value) => ({ value, label: label(flowServices.codes[value]) }))}
            placeholder={label(["请选择", "Choose"])}
            style={{ width: "100%" }}
          />
        )}
      </PanelField>
      {service && <Inputs editing={editing} service={service} />}
      <ResultPart editing={editing} />
    </>
  );
}

function Inputs({ editing, service }: { editing: Editing; service: Service }) {
  const label = useLabel();
  const given = extensionsOf(editing.element.businessObject, field);
  const valueOf = (name: string) => {
    const found = given.find((one) => textOf(one, "name") === name);
    return found ? textOf(found, "stringValue") || textOf(found, "expression") : "";
  };
  const names = Object.keys(serviceInputs[service]) as (keyof (typeof serviceInputs)[Service])[];
  const write = (changed: string, text: string) =>
    setExtensions(
      editing,
      field,
      names
        .map((name) => [name, name === changed ? text : valueOf(name)] as const)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => editing.create(field, { name, stringValue: value })),
    );
  return names.map((name) => (
    <PanelText
      key={name}
      label={label(serviceInputs[service][name])}
      rows={name === "text" ? 2 : undefined}
      placeholder={name === "to" ? "${starter}" : undefined}
      value={valueOf(name)}
      onCommit={(text) => write(name, text)}
    />
  ));
}

/** What a script computes, in the language of expressions. */
export function ScriptPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  return (
    <>
      <PanelText
        label={label(["表达式", "Expression"])}
        rows={3}
        placeholder="${hours * 2}"
        value={editing.text("script")}
        onCommit={(script) => editing.set({ script, scriptFormat: "juel" })}
      />
      <ResultPart editing={editing} />
      <p className="unit">{label(flowMethods)}</p>
      <ul className="unit panel-methods">
        {Object.entries(flowMethods.codes).map(([name, words]) => (
          <li key={name}>{label(words)}</li>
        ))}
      </ul>
    </>
  );
}

function ResultPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  return (
    <PanelText
      label={label(["结果存入变量", "Variable for the result"])}
      value={editing.text("flowable:resultVariable")}
      onCommit={(name) => editing.set({ "flowable:resultVariable": name || undefined })}
    />
  );
}
