import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { domains } from "../../../domains.ts";
import { parseInput } from "../../entity/input.ts";
import { inputExample } from "./examples.ts";
import { buildOpenapi } from "./openapi.ts";
import { operationId } from "./operation.ts";
import { toOpenapi30 } from "./openapi30.ts";
import { getPath } from "./parameters.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name?: string; in?: string; $ref?: string; schema?: object; description?: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
  security: object[];
}
const document = buildOpenapi(domains) as {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const calls = domains.flatMap(({ routes }) => routes.map(({ call }) => call));

/** Every schema in the document, wherever it stands, with its examples. */
function* withExamples(part: unknown, place: string): Generator<[place: string, schema: object, examples: unknown[]]> {
  if (typeof part !== "object" || part === null) return;
  if ("examples" in part && Array.isArray(part.examples)) yield [place, part, part.examples];
  for (const [key, inner] of Object.entries(part)) yield* withExamples(inner, `${place}/${key}`);
}

/** Words behind which one schema stands, or several by names or in a row; and those by which a schema says something. */
const single = new Set(["schema", "contentSchema", "items", "additionalProperties"]);
const several = new Set(["properties", "anyOf", "allOf"]);
const saying = ["type", "$ref", "anyOf", "allOf"];

/** Places of the schemas that say nothing of their values. */
function* withoutForm(part: unknown, place: string): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  for (const [key, value] of Object.entries(part) as [string, object][]) {
    const at = `${place}/${key}`;
    const schemas = single.has(key) ? [[at, value] as const] : [];
    if (several.has(key)) for (const [name, one] of Object.entries(value)) schemas.push([`${at}/${name}`, one]);
    for (const [where, schema] of schemas) if (!saying.some((word) => word in schema)) yield where;
    yield* withoutForm(value, at);
  }
}

describe("the OpenAPI document", () => {
  it("says of every value what it is", () => {
    assert.deepEqual([...withoutForm(document, "#")], []);
    assert.deepEqual([...withoutForm({ schema: { items: {} } }, "#")], ["#/schema", "#/schema/items"]);
  });

  it("refers without a wrapper in OpenAPI 3.0 too, where nothing is said beside the reference", () => {
    const single = /\{"allOf":\[\{"\$ref":"[^"]*"\}\]\}/.exec(JSON.stringify(toOpenapi30(buildOpenapi(domains))));
    assert.equal(single, null);
  });

  it("has every call under a name that is a good function in any language", () => {
    assert.equal(operations.length, calls.length);
    const ids = operations.map((operation) => operation.operationId);
    assert.equal(new Set(ids.map((id) => id.toLowerCase())).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/);
    assert.equal(operationId({ name: "TrainingClass.list" }), "trainingClassList");
  });

  it("names every parameter once, and filters with each suffix that they take", () => {
    for (const { operationId: id, parameters = [] } of operations) {
      const names = parameters.map(({ name, $ref }) => name ?? $ref);
      assert.equal(new Set(names).size, names.length, `${id}: ${names.join()}`);
    }
    const { parameters = [] } = operations.find((one) => one.operationId === "trainingClassList") as Operation;
    const names = new Set(parameters.map(({ name }) => name));
    for (const name of ["className", "className_equal", "startDate_datege", "startDate_datele", "status_notequal"])
      assert.ok(names.has(name), name);
  });

  it("has tags that are used, and says in both languages what everything is", () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    assert.deepEqual(new Set(document.tags.map(({ name }) => name)), used);
    const both = /\p{Script=Han}.* · .*[A-Za-z]/su;
    for (const { description } of document.tags) assert.match(description, both);
    for (const { summary, parameters = [] } of operations) {
      assert.match(summary, both);
      for (const { $ref, description = "" } of parameters) assert.ok($ref ?? / · /.test(description), summary);
    }
  });

  it("has examples that its own schemas accept", () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, formats: { date: true } });
    ajv.addSchema(document, "calls");
    // Many fields are alike but for their words.
    const different = new Map(
      [...withExamples(document, "#")].map(([place, schema, examples]) => [
        JSON.stringify({ ...schema, description: "" }),
        { place, schema, examples },
      ]),
    );
    assert.ok(different.size > 50, String(different.size));
    for (const { place, schema, examples } of different.values())
      for (const example of examples) {
        // Those that refer to others find them below.
        const whole = JSON.stringify(schema).includes("$ref") ? { components: document.components, ...schema } : schema;
        assert.ok(ajv.validate(whole, example), `${place}: ${JSON.stringify(example)} ${ajv.errorsText()}`);
      }
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { requestBody }] of Object.entries(methods))
        for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
          if (example === undefined) continue;
          const place = ["paths", path, method, "requestBody", "content", type, "schema"];
          const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
          const validate = ajv.compile({ $ref: `calls#/${encodeURI(pointer)}` });
          assert.ok(validate(example), `${path}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`);
        }
  });

  it("types every body, answer and refusal, and gives an example of every body without files", () => {
    for (const { operationId: id, requestBody, responses } of operations) {
      for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
        assert.ok(Object.keys(schema).length > 0, id);
        const said = example ?? JSON.stringify(schema).includes('"examples"');
        assert.ok(said || type === "multipart/form-data", `${id} has no example`);
      }
      for (const [status, response] of Object.entries(responses))
        for (const [type, { schema }] of Object.entries(response.content ?? {}))
          assert.equal(type === "application/json", Object.keys(schema ?? {}).length > 0, `${id} ${status} ${type}`);
      assert.ok(responses.default, id);
    }
  });

  it("can be uploaded by: every call with files names them as bytes", () => {
    const uploads = calls.filter(({ style }) => style === "multipart");
    assert.ok(uploads.length > 5);
    for (const call of uploads) {
      const { requestBody } = operations.find((one) => one.operationId === operationId(call)) as Operation;
      assert.match(
        JSON.stringify(requestBody?.content["multipart/form-data"]?.schema),
        /"file":\{.*"contentMediaType":"application\/octet-stream"/,
        call.name,
      );
    }
  });

  it("has a label in both languages at every code", () => {
    const lists = Object.entries(document.components.schemas).filter(([, schema]) => "x-enum-descriptions" in schema);
    assert.ok(lists.length > 50);
    for (const [name, schema] of lists) {
      const { enum: codes, "x-enum-descriptions": labels } = schema as Record<string, string[]>;
      assert.equal(labels?.length, codes?.length, name);
      for (const label of labels ?? []) assert.match(label, /.+ · .+/, name);
    }
  });

  it("lets a client sign in by Basic, and send its token with every other call", () => {
    for (const call of calls) {
      const { security } = operations.find((one) => one.operationId === operationId(call)) as Operation;
      const token = call.access === "public" ? [{ token: [] }, {}] : [{ token: [] }];
      assert.deepEqual(security, call.flat ? [{ client: [] }] : token, call.name);
    }
  });

  it("has examples of bodies that the server reads", () => {
    for (const call of calls.filter(({ style }) => style === "body" || style === "form"))
      if (inputExample(call.input) !== undefined)
        assert.doesNotThrow(() => parseInput(call.input, inputExample(call.input)), `${call.name} ${getPath(call)}`);
  });
});

describe("the document for tools that read OpenAPI 3.0 alone", () => {
  const older = toOpenapi30(document) as typeof document & { openapi: string };

  it("has the same calls", () => {
    assert.equal(older.openapi, "3.0.3");
    assert.deepEqual(Object.keys(older.paths), Object.keys(document.paths));
    assert.deepEqual(Object.keys(older.components.schemas), Object.keys(document.components.schemas));
  });

  it("has no word that 3.0 does not know, and null only where something is nullable", () => {
    const text = JSON.stringify(older);
    for (const word of ["const", "examples", "contentMediaType", "contentEncoding", "contentSchema"])
      assert.doesNotMatch(text, new RegExp(`[{,]"${word}":`), word);
    assert.doesNotMatch(text, /"type":(\[|"null")/);
    assert.match(text, /"nullable":true/);
  });

  it("names each member of an object once, also for languages that write them in their own way", () => {
    assert.ok("user_id" in getProperties(document, "SessionInfo"));
    for (const name of Object.keys(older.components.schemas)) {
      const members = Object.keys(getProperties(older, name)).map((one) => one.replace(/_/g, "").toLowerCase());
      assert.equal(new Set(members).size, members.length, name);
    }
  });
});

const getProperties = ({ components }: typeof document, name: string): object =>
  (components.schemas[name] as { properties?: object }).properties ?? {};
