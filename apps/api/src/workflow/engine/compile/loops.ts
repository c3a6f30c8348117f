import type { Loop } from "../model.ts";
import { child, extra, flag, nameOf, typeOf, type XmlElement } from "../xml/tree.ts";
import type { Reading } from "./reading.ts";

/** Reads for whom, or how often, an activity is done; null where once. */
export function readLoop(reading: Reading, element: XmlElement): Loop | null {
  const loop = child(element, "loopCharacteristics");
  if (!loop) return null;
  if (typeOf(loop) !== "multiInstanceLoopCharacteristics") {
    reading.refuse("LOOP", element);
    return null;
  }
  const collection = extra(loop, "collection") ?? reading.reference(loop, "loopDataInputRef");
  const item = child(loop, "inputDataItem");
  const cardinality = reading.body(element, child(loop, "loopCardinality"));
  if (!collection && !cardinality) reading.refuse("LOOP_NONE", element);
  return {
    sequential: flag(loop, "isSequential", false),
    cardinality,
    // A bare name is that of a variable.
    collection:
      collection === null
        ? null
        : reading.template(element, /[$#]\{/.test(collection) ? collection : `\${${collection}}`),
    variable: reading.variable(element, extra(loop, "elementVariable") ?? ((item && nameOf(item)) || null)),
    index: reading.variable(element, extra(loop, "elementIndexVariable")),
    completion: reading.body(element, child(loop, "completionCondition")),
  };
}
