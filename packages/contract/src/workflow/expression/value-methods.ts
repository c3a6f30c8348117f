import type { FlowValue as Value } from "../flow-form.ts";
import { ExpressionError } from "./expression-error.ts";
import { isEqual, isList, isMap, toText } from "./values.ts";

type Method = (of: Value, parameters: readonly Value[]) => Value;

const wrong = (name: string) => new ExpressionError(`“${name}()”不适用于该值`, `“${name}()” does not fit its value`);

/** A method of texts alone. */
const ofText =
  (name: string, method: (text: string, parameter: string) => Value): Method =>
  (of, [parameter = null]) => {
    if (typeof of !== "string") throw wrong(name);
    return method(of, toText(parameter));
  };

const sizeOf: Method = (of) => {
  if (typeof of === "string" || isList(of)) return of.length;
  if (isMap(of)) return Object.keys(of).length;
  throw wrong("size");
};

/** What may be asked of a value: methods of Java's texts, lists and maps that conditions use. They read, and nothing else. */
export const valueMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["size", sizeOf],
  ["length", sizeOf],
  ["isEmpty", (of) => sizeOf(of, []) === 0],
  ["equals", (of, [other = null]) => isEqual(of, other)],
  ["toString", (of) => toText(of)],
  [
    "contains",
    (of, [item = null]) => {
      if (typeof of === "string") return of.includes(toText(item));
      if (isList(of)) return of.some((each) => isEqual(each, item));
      throw wrong("contains");
    },
  ],
  [
    "get",
    (of, [key = null]) => {
      if (isList(of) && typeof key === "number") return of[key] ?? null;
      if (isMap(of)) return typeof key === "string" && Object.hasOwn(of, key) ? (of[key] ?? null) : null;
      throw wrong("get");
    },
  ],
  ["startsWith", ofText("startsWith", (text, other) => text.startsWith(other))],
  ["endsWith", ofText("endsWith", (text, other) => text.endsWith(other))],
  ["equalsIgnoreCase", ofText("equalsIgnoreCase", (text, other) => text.toLowerCase() === other.toLowerCase())],
  ["toLowerCase", ofText("toLowerCase", (text) => text.toLowerCase())],
  ["toUpperCase", ofText("toUpperCase", (text) => text.toUpperCase())],
  ["trim", ofText("trim", (text) => text.trim())],
]);
