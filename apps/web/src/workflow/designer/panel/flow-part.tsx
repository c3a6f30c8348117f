import { Checkbox } from "antd";
import { useLabel } from "../../../core/i18n/language.ts";
import type { Moddle } from "../../diagram/bpmn-services.ts";
import { type Editing, bodyOf, childOf } from "../editing.ts";
import { PanelText } from "./panel-field.tsx";

interface Props {
  editing: Editing;
  /** Edits the element that the flow leaves. */
  source: Editing | null;
}

/** When a flow is taken; one of those that leave an element is for when no other is. */
export function FlowPart({ editing, source }: Props) {
  const label = useLabel();
  const { businessObject } = editing.element;
  const from = childOf(businessObject, "sourceRef");
  const branches = from !== null && /Gateway$|Activity$|Task$|SubProcess$/.test(from.$type);
  const isDefault = from !== null && childOf(from, "default") === businessObject;
  return (
    <>
      {source && branches && from.$type !== "bpmn:ParallelGateway" && (
        <Checkbox
          checked={isDefault}
          onChange={(event) => source.set({ default: event.target.checked ? businessObject : undefined })}
        >
          {label(["默认流：其他条件都不满足时走这里", "Default flow: taken when no other is"])}
        </Checkbox>
      )}
      {!isDefault && (
        <PanelText
          label={label(["条件", "Condition"])}
          hint={label(["如 ${pass}、${!pass}、${days > 3}", "Such as ${pass}, ${!pass}, ${days > 3}"])}
          rows={2}
          value={bodyOf(editing.child("conditionExpression"))}
          onCommit={(text) => editing.set({ conditionExpression: editing.expression(text) })}
        />
      )}
    </>
  );
}

/** The element that a flow leaves. */
export const sourceOf = (flow: Moddle): string | null => childOf(flow, "sourceRef")?.id ?? null;
