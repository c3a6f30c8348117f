/** A JSON schema (2020-12), or another part of an OpenAPI document. */
export type Json = { readonly [key: string]: unknown };

/** The schemas that a document states once, by name. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly #sources = new Map<string, unknown>();

  /** Refers to a schema, which is made when it is first asked for. @throws where two things claim one name */
  ref(name: string, source: unknown, make: () => Json): Json {
    if (!this.#sources.has(name)) {
      this.#sources.set(name, source);
      // Stands for the schema while it is made, so that it may contain itself.
      this.schemas[name] = {};
      this.schemas[name] = make();
    } else if (this.#sources.get(name) !== source) throw new Error(`two schemas are named ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Both labels of a thing, as every text of the document has them. */
export const bothLabels = ({ zh, en }: { zh: string; en: string }): string => `${zh} · ${en}`;

/** The schema, or null. */
export function orNull(schema: Json): Json {
  const { description, ...rest } = schema;
  if (typeof rest.type !== "string" || "const" in rest || "allOf" in rest)
    return { ...(description ? { description } : {}), anyOf: [rest, { type: "null" }] };
  return {
    ...schema,
    type: [rest.type, "null"],
    ...(Array.isArray(rest.enum) ? { enum: [...(rest.enum as unknown[]), null] } : {}),
  };
}

/** An object with these properties and no others. */
export const closedObject = (properties: Readonly<Record<string, Json>>, required: readonly string[]): Json => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
