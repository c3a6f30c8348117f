import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { domains } from "../../../domains.ts";
import { parseInput } from "../../entity/input.ts";
import { inputExample } from "./examples.ts";
import { buildOpenapi } from "./openapi.ts";
import { operationId } from "./operation.ts";
import { getPath } from "./parameters.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name?: string; in?: string; $ref?: string; schema?: object; description?: string }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
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

describe("the OpenAPI document", () => {
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
      for (const example of examples) assert.ok(ajv.validate(schema, example), `${place}: ${JSON.stringify(example)}`);
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

  it("has examples of bodies that the server reads", () => {
    for (const call of calls.filter(({ style }) => style === "body" || style === "form"))
      if (inputExample(call.input) !== undefined)
        assert.doesNotThrow(() => parseInput(call.input, inputExample(call.input)), `${call.name} ${getPath(call)}`);
  });
});
