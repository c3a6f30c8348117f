import { isPlain, plain, textOf, type Template } from "@jipei/contract/workflow/expression/template.ts";
import type { Trigger } from "../model.ts";
import { schedule, type Timing } from "../timer/timing.ts";
import { child, children, extra, nameOf, text, typeOf, type XmlElement } from "../xml/tree.ts";
import { type Reading, shorten } from "./reading.ts";

/** Which definitions the events can have. */
const possible: Readonly<Record<string, readonly Trigger["kind"][]>> = {
  startEvent: ["none", "timer", "message", "signal", "error"],
  endEvent: ["none", "terminate", "error", "signal"],
  intermediateCatchEvent: ["timer", "message", "signal"],
  intermediateThrowEvent: ["none", "signal"],
  boundaryEvent: ["timer", "message", "signal", "error"],
};

/** Reads what makes an event happen. What is not possible for it is refused, and read as nothing. */
export function readTrigger(reading: Reading, element: XmlElement): Trigger {
  const definitions = children(element, "eventDefinitions");
  if (definitions.length > 1 || reading.reference(element, "eventDefinitionRef"))
    reading.refuse("EVENT_SEVERAL", element);
  const [definition] = definitions;
  const trigger = definition ? readDefinition(reading, element, definition) : ({ kind: "none" } as const);
  if (trigger && possible[typeOf(element)]?.includes(trigger.kind)) return trigger;
  if (definition) reading.refuse("EVENT", element, { detail: typeOf(definition) });
  else reading.refuse("EVENT_NONE", element);
  return { kind: "none" };
}

/** @returns null where definitions of this kind are not supported */
function readDefinition(reading: Reading, element: XmlElement, definition: XmlElement): Trigger | null {
  switch (typeOf(definition)) {
    case "terminateEventDefinition":
      return { kind: "terminate", all: extra(definition, "terminateAll") === "true" };
    case "timerEventDefinition":
      return { kind: "timer", timing: readTiming(reading, element, definition) };
    case "messageEventDefinition":
      return { kind: "message", name: readName(reading, element, definition, "messageRef", "消息", "message") };
    case "signalEventDefinition": {
      const signal = child(definition, "signalRef");
      const within = !!signal && extra(signal, "scope") === "processInstance";
      return { kind: "signal", name: readName(reading, element, definition, "signalRef", "信号", "signal"), within };
    }
    case "errorEventDefinition": {
      const error = child(definition, "errorRef");
      return { kind: "error", code: (error && text(error, "errorCode")) ?? reading.reference(definition, "errorRef") };
    }
    default:
      return null;
  }
}

/** The name of what is referred to. What the file does not declare goes by the reference itself, as in Flowable. */
function readName(
  reading: Reading,
  element: XmlElement,
  definition: XmlElement,
  property: string,
  zh: string,
  en: string,
): Template {
  const declared = child(definition, property);
  const name =
    (declared && nameOf(declared)) || reading.reference(definition, property) || extra(definition, `${en}Expression`);
  if (name) return reading.template(element, name);
  reading.refuse("NAME_NONE", element, { zh, en });
  return plain("");
}

/** The message that a receive task names; null where it names none. */
export const readMessage = (reading: Reading, element: XmlElement): Template | null =>
  reading.reference(element, "messageRef")
    ? readName(reading, element, element, "messageRef", "消息", "message")
    : null;

function readTiming(reading: Reading, element: XmlElement, definition: XmlElement): Timing {
  for (const [property, kind] of [
    ["timeDate", "date"],
    ["timeDuration", "duration"],
    ["timeCycle", "cycle"],
  ] as const) {
    const said = reading.body(element, child(definition, property));
    if (!said) continue;
    // What expressions give is seen only when the timer begins.
    if (isPlain(said) && !schedule(kind, textOf(said), new Date()))
      reading.refuse("TIMER", element, { text: shorten(said.source) });
    return { kind, text: said };
  }
  reading.refuse("TIMER_NONE", element);
  return { kind: "date", text: plain("") };
}
