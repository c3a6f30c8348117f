import { type Field, isBrought } from "@jipei/contract/core/fields/field.ts";
import type { Part, Shape } from "@jipei/contract/core/fields/shape.ts";
import { jsonValue } from "./answer-schema.ts";
import { fieldSchema, partSchema } from "./field-schema.ts";
import { queryBody } from "./parameters.ts";
import { bothLabels, closedObject, type Components, type Json, orNull } from "./schema.ts";

/** What a call takes as its body. */
export function inputSchema(shape: Shape, components: Components): Json {
  switch (shape.shape) {
    case "save": {
      const { entity, partial, extra = {} } = shape;
      const own = partial
        ? components.ref(`${entity.name}Draft`, entity.fields, () => savedSchema(shape, "draft", components))
        : {
            anyOf: [
              components.ref(`${entity.name}Change`, entity.fields, () => savedSchema(shape, "change", components)),
              components.ref(`${entity.name}New`, entity.fields, () => savedSchema(shape, "new", components)),
            ],
          };
      return Object.keys(extra).length === 0 ? own : { allOf: [own, recordSchema(extra, components)] };
    }
    case "record":
      return recordSchema(shape.fields, components, shape.partial);
    case "list":
      return { type: "array", maxItems: shape.max, items: inputSchema(shape.of, components) };
    case "form":
      return components.ref(shape.name, shape.parts, () => ({
        ...recordSchema(shape.parts(), components),
        description: bothLabels(shape),
      }));
    case "field":
      return fieldSchema(shape.field, "input", components);
    case "any":
      return components.ref("JsonValue", jsonValue, () => jsonValue);
    case "flag":
      return { type: "boolean", description: bothLabels(shape) };
    case "query":
      return queryBody(shape, components);
    default:
      return {};
  }
}

const savedWords = {
  new: ["新增", "a new one"],
  change: ["修改，未传的字段保持不变", "a change; fields left out stay"],
  draft: ["字段均可省略", "any field may be left out"],
} as const;

/** A row as a client may send it, without what the server alone fills. */
function savedSchema(
  { entity }: Extract<Shape, { shape: "save" }>,
  kind: keyof typeof savedWords,
  components: Components,
): Json {
  const fields = Object.entries<Field>(entity.fields).filter(([, field]) => field.need !== "computed");
  const isNeeded = (field: Field): boolean => kind === "new" && isBrought(field);
  const id: Record<string, Json> =
    kind === "new" ? {} : { id: partSchema(entity.fields.id, "input", components, kind === "change") };
  const [zh, en] = savedWords[kind];
  return {
    ...closedObject(
      {
        ...id,
        ...Object.fromEntries(
          fields.map(([name, field]) => [
            name,
            {
              ...partSchema(field, "input", components, isBrought(field)),
              ...(kind === "new" && field.default !== undefined && { default: field.default }),
            },
          ]),
        ),
      },
      kind === "change" ? ["id"] : fields.flatMap(([name, field]) => (isNeeded(field) ? [name] : [])),
    ),
    description: `${bothLabels(entity)}（${zh}; ${en}）`,
  };
}

/** @param partial whether any part may be left out */
function recordSchema(parts: Readonly<Record<string, Part>>, components: Components, partial = false): Json {
  const entries = Object.entries(parts);
  return closedObject(
    Object.fromEntries(entries.map(([name, part]) => [name, inputPart(part, components)])),
    entries.flatMap(([name, part]) => (!partial && isAlways(part) ? [name] : [])),
  );
}

function inputPart(part: Part, components: Components): Json {
  if ("kind" in part) return partSchema(part, "input", components, isAlways(part));
  const schema = inputSchema(part, components);
  return isAlways(part) ? schema : orNull(schema);
}

function isAlways(part: Part): boolean {
  if (part.leftOut) return false;
  if ("kind" in part) return part.need === "required";
  return part.shape !== "any" && !("optional" in part && part.optional);
}
