import type { Json } from "./schema.ts";

/**
 * The document in the words of OpenAPI 3.0, for tools that read nothing newer: most generators for Java and Python, and importers of test
 * tools. It says the same of every call; what 3.0 has no word for (what an encrypted text holds) is left out.
 * @param document of OpenAPI 3.1, as `buildOpenapi` makes it
 */
export function toOpenapi30(document: Json): Json {
  const { info, components, ...rest } = document as {
    info: Json;
    components: { schemas: Readonly<Record<string, Json>> };
  } & Json;
  return {
    ...(lowered(rest) as Json),
    openapi: "3.0.3",
    info: { ...info, license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" } },
    components: lowered(components),
  };

  function lowered(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(lowered);
    return isJson(value) ? loweredObject(value) : value;
  }

  function loweredObject(schema: Json): Json {
    const { properties, required, example, ...rest } = aloneRef(withoutNull(withoutContent(schema)));
    const members = isJson(properties) ? distinct(properties) : undefined;
    return {
      ...Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, lowered(part)])),
      ...(example === undefined ? {} : { example }),
      ...(members
        ? { properties: Object.fromEntries(Object.entries(members).map(([name, part]) => [name, lowered(part)])) }
        : {}),
      ...(required === undefined ? {} : { required: members ? keptNames(required, members) : required }),
    };
  }

  /** Null is no type here: a schema with a type is `nullable`. A constant is a list of one, where it is a text or number. */
  function withoutNull({ type, anyOf, const: constant, ...rest }: Json): Json {
    const fixed = constant === undefined || typeof constant === "boolean" ? {} : { enum: [constant] };
    if (type === "null") return { ...rest, type: "object", nullable: true };
    if (Array.isArray(type))
      return { ...rest, ...fixed, type: type.find((one) => one !== "null") as unknown, nullable: true };
    if (!Array.isArray(anyOf)) return { ...rest, ...fixed, ...(type === undefined ? {} : { type }) };
    const parts = (anyOf as Json[]).filter((part) => part.type !== "null");
    const [only] = parts;
    if (!only || parts.length === anyOf.length) return { ...rest, anyOf };
    const found = typeOf(only);
    // Values of several types have no type that could be nullable; one of them is.
    if (parts.some((part) => typeOf(part) !== found))
      return { ...rest, anyOf: parts.map((part) => (part === only ? { ...part, nullable: true } : part)) };
    const typed = found === undefined ? {} : { type: found, nullable: true };
    if (parts.length > 1) return { ...rest, anyOf: parts, ...typed };
    if (!("$ref" in only)) return { ...rest, ...withoutNull(only), ...typed };
    // What is referred to without a type takes values of several types itself, null among them.
    return { ...rest, ...(found === undefined ? only : { allOf: parts, ...typed }) };
  }

  /** What a schema is, found behind what it refers to. */
  function typeOf({ type, $ref, allOf }: Json): unknown {
    if (typeof $ref === "string") return typeOf(components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
    return Array.isArray(allOf) ? typeOf((allOf as Json[])[0] ?? {}) : type;
  }
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** One example instead of several, and bytes as a format of texts. */
function withoutContent({ examples, contentMediaType, contentEncoding, contentSchema: _, ...rest }: Json): Json {
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const format = contentEncoding === undefined ? contentMediaType && "binary" : "byte";
  return { ...rest, ...(example === undefined ? {} : { example }), ...(format === undefined ? {} : { format }) };
}

/** A reference stands alone here, unless it is part of something. */
function aloneRef({ $ref, ...rest }: Json): Json {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
}

/**
 * The properties of an object, without those that are another one written differently (`user_id` beside `userId`): the words of many languages
 * have one form, so that a generated class would have the same member twice.
 */
function distinct(properties: Json): Json {
  const byMember = new Map<string, string>();
  for (const name of Object.keys(properties)) {
    const member = name.replace(/_/g, "").toLowerCase();
    if (!byMember.has(member)) byMember.set(member, name);
  }
  return Object.fromEntries([...byMember.values()].map((name) => [name, properties[name]]));
}

const keptNames = (required: unknown, members: Json): unknown[] =>
  (required as string[]).filter((name) => Object.hasOwn(members, name));
