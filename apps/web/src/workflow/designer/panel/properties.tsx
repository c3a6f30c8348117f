import type Modeler from "bpmn-js/lib/Modeler";
import { useLabel } from "../../../core/i18n/language.ts";
import type { ElementRegistry, Shape } from "../../diagram/bpmn-services.ts";
import { childrenOf, editingOf } from "../editing.ts";
import { CallPart } from "./call-part.tsx";
import { FlowPart, sourceOf } from "./flow-part.tsx";
import { FormPart } from "./form-part.tsx";
import { GeneralPart } from "./general-part.tsx";
import { ProcessPart } from "./process-part.tsx";
import { ScriptPart, ServicePart } from "./service-part.tsx";
import { TaskPart } from "./task-part.tsx";
import { TimerPart } from "./timer-part.tsx";
import "./panel.css";

const timer = "bpmn:TimerEventDefinition";

/** What can be said of the element that is selected. */
export function Properties({ modeler, element }: { modeler: Modeler; element: Shape }) {
  const label = useLabel();
  const registry = modeler.get<ElementRegistry>("elementRegistry");
  const editing = editingOf(modeler, element);
  const { businessObject } = element;
  const sourceId = editing.is("bpmn:SequenceFlow") ? sourceOf(businessObject) : null;
  const source = sourceId === null ? undefined : registry.get(sourceId);
  const definition = element.type.endsWith("Event")
    ? childrenOf(businessObject, "eventDefinitions").find(({ $type }) => $type === timer)
    : undefined;
  const isStart = editing.is("bpmn:StartEvent") && childrenOf(businessObject, "eventDefinitions").length === 0;
  return (
    <section className="panel" aria-label={label(["属性", "Properties"])} key={element.id}>
      <GeneralPart editing={editing} isFree={(id) => registry.get(id) === undefined} />
      {editing.is("bpmn:Process") && <ProcessPart editing={editing} />}
      {editing.is("bpmn:UserTask") && <TaskPart editing={editing} />}
      {editing.is("bpmn:ServiceTask", "bpmn:SendTask") && <ServicePart editing={editing} />}
      {editing.is("bpmn:ScriptTask") && <ScriptPart editing={editing} />}
      {editing.is("bpmn:CallActivity") && <CallPart editing={editing} />}
      {editing.is("bpmn:SequenceFlow") && (
        <FlowPart editing={editing} source={source ? editingOf(modeler, source) : null} />
      )}
      {definition && <TimerPart editing={editing} definition={definition} />}
      {(isStart || editing.is("bpmn:UserTask")) && <FormPart editing={editing} />}
    </section>
  );
}
