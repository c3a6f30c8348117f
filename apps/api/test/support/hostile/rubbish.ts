import type { Field, Fields, Format } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";

/** A wrong input of a call. `refuse`: the answer must be a 4xx; the others may also be valid, but never an error of the server. */
export interface Rubbish {
  why: string;
  input: unknown;
  refuse: boolean;
}

type Value = readonly [why: string, value: unknown, refuse: boolean];

const texts: readonly Value[] = [
  ["NUL", "a\u0000b", true],
  ["half a surrogate pair", "a\ud800", true],
  ["30,000 characters", "x".repeat(30_000), true],
  ["quote and semicolon", `';drop table app_user;--`, false],
  ["four bytes", "𠮷野家🎓", false],
  ["like signs", "%_\\", false],
  ["formula", "=cmd|1!A1", false],
];
const objects: readonly Value[] = [
  ["an object", { a: 1 }, true],
  ["a list", ["x", "y"], true],
  ["true", true, false],
];
const ids: readonly Value[] = [
  ["no number", "abc", true],
  ["25 digits", "9".repeat(25), true],
  ["more than 64 bits", "9999999999999999999", false],
  ["zero", "0", false],
  ["negative", "-1", true],
];
const numbers: readonly Value[] = [
  ["no number", "abc", true],
  ["20 digits", "99999999999999999999", true],
  ["exponent", "1e999", true],
  ["negative", "-1", false],
];
const days: readonly Value[] = [
  ["30 February", "2026-02-30", true],
  ["zeros", "0000-00-00", true],
  ["words", "yesterday", true],
  ["year 9999", "9999-12-31", false],
];

const specials: Readonly<Partial<Record<Field["kind"], readonly Value[]>>> = {
  id: ids,
  ref: ids,
  int: numbers,
  decimal: numbers,
  date: days,
  datetime: days,
  code: [["no code", "nosuch", true]],
};

const listKinds = new Set(["codes", "texts", "refs", "files"]);

/** Wrong values of one field. @param inAddress it travels as text, so that only texts can be sent */
export function wrongValues(field: Field, inAddress: boolean): Value[] {
  if (field.kind === "data") return [];
  if (listKinds.has(field.kind))
    return inAddress
      ? []
      : [
          ["an object", { a: 1 }, true],
          ["a text", "x", field.kind !== "texts"],
          ["6,000 entries", Array.from({ length: 6000 }, () => "x"), true],
          ["objects in it", [{ a: 1 }], true],
        ];
  const special = specials[field.kind] ?? [];
  const wordy = texts.map(([why, value, refuse]): Value => [
    why,
    value,
    refuse && !(field.kind === "long" && why.startsWith("30,000") && (field.length ?? 0) >= 30_000),
  ]);
  // Half a surrogate pair cannot be part of an address: it becomes the replacement character, which is refused just the same.
  return [...special, ...wordy, ...(inAddress ? [] : objects)];
}

/** A plausible value, so that the wrong field is the only issue. */
export function plausible(shape: Shape): unknown {
  switch (shape.shape) {
    case "field":
      return plausibleValue(shape.field);
    case "record":
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, part]) => [
          name,
          "kind" in part ? plausibleValue(part) : plausible(part),
        ]),
      );
    case "save":
      return Object.fromEntries(savedFields(shape.entity.fields).map(([name, field]) => [name, plausibleValue(field)]));
    case "list":
      return [plausible(shape.of)];
    case "flag":
      return true;
    default:
      return {};
  }
}

const savedFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => field.need !== "computed" && name !== "version");

const formatted: Partial<Record<Format, string>> = {
  idNumber: "329999199001010017",
  mobile: "13800000000",
  email: "a@example.cn",
  creditCode: "91320000MA1000000X",
  codeNumber: "A1",
  account: "a1",
  digits: "1",
  url: "https://example.cn",
};

export function plausibleValue(field: Field): unknown {
  switch (field.kind) {
    case "id":
    case "ref":
      return "987654321";
    case "int":
      return field.min ?? 1;
    case "decimal":
      return String(field.min ?? 1);
    case "date":
      return "2026-03-02";
    case "datetime":
      return "2026-03-02 08:00:00";
    case "time":
      return "08:00";
    case "code":
      return Object.keys(field.codes?.codes ?? {})[0];
    case "codes":
    case "texts":
    case "refs":
    case "files":
      return [];
    case "data":
      return {};
    default:
      return (field.format && formatted[field.format]) ?? "x";
  }
}

/** Wrong inputs of a schema: the whole, and each part wrong in each way. */
export function listRubbish(shape: Shape, inAddress: boolean): Rubbish[] {
  if (shape.shape === "query") return wrongQueries(shape);
  const whole: Rubbish[] =
    inAddress || shape.shape === "none" || shape.shape === "any"
      ? []
      : [null, 5, "text", true, [1]].map((input) => ({
          why: `the whole is ${JSON.stringify(input)}`,
          input,
          refuse: false,
        }));
  return [...whole, ...wrongParts(shape, inAddress, (value) => value, "")];
}

/** @param wrap puts a wrong part into the whole input */
function wrongParts(shape: Shape, inAddress: boolean, wrap: (value: unknown) => unknown, at: string): Rubbish[] {
  switch (shape.shape) {
    case "field":
      return wrongValues(shape.field, inAddress).map(([why, value, refuse]) => ({
        why: `${at} is ${why}`,
        input: wrap(value),
        refuse,
      }));
    case "record":
    case "save": {
      const base = plausible(shape) as Record<string, unknown>;
      const parts: [string, Field | Shape][] =
        shape.shape === "save"
          ? [...savedFields(shape.entity.fields), ["id", { kind: "id", zh: "", en: "", need: "optional" }]]
          : Object.entries(shape.fields);
      return parts.flatMap(([name, part]) => {
        const inner = (value: unknown) => wrap({ ...base, [name]: value });
        return "kind" in part
          ? wrongParts({ shape: "field", field: part }, inAddress, inner, `${at}${name}`)
          : wrongParts(part, inAddress, inner, `${at}${name}.`);
      });
    }
    case "flag":
      return [
        { why: `${at} is a number`, input: wrap(7), refuse: true },
        { why: `${at} is an object`, input: wrap({ a: 1 }), refuse: !inAddress },
      ];
    case "list":
      return [
        { why: `${at} is no list`, input: wrap("x"), refuse: !inAddress },
        { why: `${at} holds a text`, input: wrap(["x"]), refuse: false },
        ...wrongParts(shape.of, inAddress, (value) => wrap([value]), `${at}0.`),
      ];
    default:
      return [];
  }
}

function wrongQueries({ entity, extra }: Extract<Shape, { shape: "query" }>): Rubbish[] {
  const fields = entity.fields as Fields;
  const filters = entity.filters.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const strict = !["text", "long", "texts"].includes(field.kind) && !field.lookup;
    return wrongValues({ ...field, kind: listKinds.has(field.kind) ? "text" : field.kind }, true)
      .filter(([why]) => why !== "half a surrogate pair")
      .map(([why, value, refuse]) => ({
        why: `filter ${name} is ${why}`,
        input: { [name]: value },
        refuse: refuse && (strict || why === "NUL"),
      }));
  });
  const extras = Object.entries(extra).flatMap(([name, field]) =>
    wrongValues(field, true)
      .filter(([why]) => why !== "half a surrogate pair")
      .map(([why, value, refuse]) => ({ why: `${name} is ${why}`, input: { [name]: value }, refuse })),
  );
  const shapes = [
    { nosuchfilter: "x" },
    { is_deleted: "1" },
    { "id;drop table app_user": "1" },
    { [`${entity.filters[0] ?? "id"}_nosuch`]: "1" },
    { ascs: "nosuch" },
    { descs: "id;select 1" },
    { ascs: "create_time" },
    { current: "0" },
    { current: "x" },
    { size: "-1" },
    { size: "1e9" },
    { __proto__x: "1" },
  ].map((input) => ({ why: JSON.stringify(input), input, refuse: !("size" in input && input.size === "1e9") }));
  return [
    ...shapes,
    { why: "a page beyond the last", input: { current: "99999" }, refuse: false },
    ...filters,
    ...extras,
  ];
}
