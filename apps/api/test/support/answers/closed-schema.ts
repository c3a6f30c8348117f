type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The document with objects that have no properties but those it names. Parts of an object (`allOf`) are put together first. */
export function closeObjects(document: Schema): Schema {
  return close(document) as Schema;

  function close(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(close);
    if (!isSchema(value)) return value;
    const whole = Array.isArray(value.allOf) ? join(value) : value;
    const closed = Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, close(part)]));
    return whole.type === "object" && "properties" in whole && !("additionalProperties" in whole)
      ? { ...closed, additionalProperties: false }
      : closed;
  }

  /** An object of all the properties that its parts have. What a later part says of a property holds beside what an earlier one does. */
  function join({ allOf, ...rest }: Schema): Schema {
    const parts = (allOf as Schema[]).map((part) => resolve(part));
    if (parts.some((part) => part.type !== "object")) return { allOf, ...rest };
    return {
      ...rest,
      type: "object",
      properties: Object.assign({}, ...parts.map((part) => part.properties)),
      required: [...new Set(parts.flatMap((part) => (part.required ?? []) as string[]))],
    };
  }

  function resolve(part: Schema): Schema {
    if (typeof part.$ref !== "string") return Array.isArray(part.allOf) ? join(part) : part;
    const target = part.$ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), document);
    if (!isSchema(target)) throw new Error(`nothing at ${part.$ref}`);
    return Array.isArray(target.allOf) ? join(target) : target;
  }
}
