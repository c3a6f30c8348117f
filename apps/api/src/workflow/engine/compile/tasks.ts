import { isPlain, plain, type Template, variableOf } from "@jipei/contract/workflow/expression/template.ts";
import type { Activity, CallActivity, Mapping, ScriptTask, ServiceTask } from "../model.ts";
import { children, documentationOf, extensions, extra, flag, text, typeOf, type XmlElement } from "../xml/tree.ts";
import { readMessage } from "./events.ts";
import { readFields } from "./forms.ts";
import { readLoop } from "./loops.ts";
import { readPeople, titleOf } from "./people.ts";
import { isOurs, type Reading } from "./reading.ts";

type Common = Pick<Activity, "id" | "name" | "scope" | "incoming" | "outgoing" | "defaultFlow" | "boundary">;

/** Reads a task, sub-process or call activity. @returns null where its kind is not supported */
export function readActivity(reading: Reading, element: XmlElement, base: Common): Activity | null {
  const common = {
    ...base,
    loop: readLoop(reading, element),
    skip: reading.optional(element, extra(element, "skipExpression")),
  };
  if (flag(element, "isForCompensation", false)) reading.refuse("COMPENSATION", element);
  switch (typeOf(element)) {
    case "userTask":
      return {
        ...common,
        ...readPeople(reading, element),
        type: "userTask",
        documentation: documentationOf(element),
        title: titleOf(reading, element),
        formKey: reading.optional(element, extra(element, "formKey")),
        fields: readFields(element),
        due: reading.optional(element, extra(element, "dueDate")),
        priority: reading.optional(element, extra(element, "priority")),
      };
    case "serviceTask":
    case "sendTask":
      return {
        ...common,
        type: "serviceTask",
        run: readService(reading, element),
        result: readResult(reading, element),
      };
    case "scriptTask":
      return {
        ...common,
        type: "scriptTask",
        value: readScript(reading, element),
        result: readResult(reading, element),
      };
    case "task":
    case "manualTask":
      return { ...common, type: typeOf(element) === "task" ? "task" : "manualTask", message: null };
    case "receiveTask":
      return { ...common, type: "receiveTask", message: readMessage(reading, element) };
    case "subProcess":
      return { ...common, type: "subProcess", byEvent: flag(element, "triggeredByEvent", false) };
    case "callActivity":
      return { ...common, ...readCall(reading, element), type: "callActivity" };
    default:
      return null;
  }
}

const readResult = (reading: Reading, element: XmlElement): string | null =>
  reading.variable(element, extra(element, "resultVariable") ?? extra(element, "resultVariableName"));

/**
 * What a service task runs: an action of the closed list, however the model names it, or an expression. Classes of Java and beans of Spring
 * are no actions, unless the list has one of that name.
 */
function readService(reading: Reading, element: XmlElement): ServiceTask["run"] {
  const implementation = text(element, "implementation");
  const named =
    extra(element, "type") ??
    extra(element, "class") ??
    extra(element, "delegateExpression") ??
    (implementation?.startsWith("##") ? null : implementation) ??
    reading.reference(element, "operationRef");
  const expression = extra(element, "expression");
  const action = bare(named ?? expression ?? "");
  if (reading.offers.actions.includes(action)) return { action, inputs: readInputs(reading, element) };
  if (named === null && expression !== null) return { value: reading.template(element, expression) };
  if (named === null) reading.refuse("ACTION_NONE", element);
  else reading.refuse("ACTION", element, { detail: named });
  return { value: plain("") };
}

/** `${notify}` and `notify` are the same action. */
const bare = (name: string): string => name.replace(/^[$#]\{\s*([^{}]*?)\s*\}$/, "$1");

function readInputs(reading: Reading, element: XmlElement): Map<string, Template> {
  const inputs = new Map<string, Template>();
  for (const field of extensions(element, "Field")) {
    const name = reading.variable(element, text(field, "name"));
    const [inner] = children(field, "texts");
    const value = text(field, "stringValue") ?? text(field, "expression") ?? (inner && text(inner, "body")) ?? "";
    if (name) inputs.set(name, reading.template(element, value));
  }
  return inputs;
}

/** A script in the expression language. Flowable takes a script without a format for one, too. */
function readScript(reading: Reading, element: XmlElement): ScriptTask["value"] {
  const format = text(element, "scriptFormat");
  const script = text(element, "script");
  if (format && !isOurs(format)) {
    reading.refuse("LANGUAGE", element, { detail: format });
    return plain("");
  }
  if (!script) {
    reading.refuse("SCRIPT_EMPTY", element);
    return plain("");
  }
  const value = reading.template(element, script);
  return isPlain(value) ? reading.template(element, `\${${script}}`) : value;
}

function readCall(
  reading: Reading,
  element: XmlElement,
): Pick<CallActivity, "called" | "inputs" | "outputs" | "allIn" | "allOut"> {
  const called = text(element, "calledElement") ?? "";
  if (!called || extra(element, "calledElementType") === "id") reading.refuse("CALLED_NONE", element);
  const [ins, outs] = [extensions(element, "In"), extensions(element, "Out")];
  const isAll = (mapping: XmlElement) => text(mapping, "variables") === "all";
  return {
    called: reading.template(element, called),
    inputs: ins.flatMap((mapping) => readMapping(reading, element, mapping)),
    outputs: outs.flatMap((mapping) => readMapping(reading, element, mapping)),
    allIn: extra(element, "inheritVariables") === "true" || ins.some(isAll),
    allOut: outs.some(isAll),
  };
}

function readMapping(reading: Reading, element: XmlElement, mapping: XmlElement): Mapping[] {
  const target = reading.variable(element, text(mapping, "target"));
  const name = text(mapping, "source");
  const expression = text(mapping, "sourceExpression");
  const said = expression ?? nameIn(name);
  if (!target || !said) return [];
  const value = reading.template(element, said);
  return [{ source: expression === null ? name : variableOf(value), target, value }];
}

/** A variable that may be missing: it is handed on as nothing. */
const nameIn = (name: string | null): string | null =>
  name && `\${execution.getVariable('${name.replace(/['\\]/g, "\\$&")}')}`;
