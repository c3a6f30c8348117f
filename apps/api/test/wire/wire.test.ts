import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { type Field, isBrought } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { entities } from "@jipei/contract/entities.ts";
import { listed } from "../../src/core/database/sql.ts";
import { calls } from "../../src/domains.ts";
import { type WireField, stated, wireFields } from "./wire-fields.ts";

/**
 * Every field that clients of the family know is answered by list and detail, and taken by submit; none is asked for that they do not know.
 * What is answered really, all API tests hold to the document, which is made of the same shapes.
 */
type Parts = Readonly<Record<string, Field | Shape>>;

const named = new Map(calls.map((call) => [call.name, call]));

/** The parts of the rows that a call answers; those of the entity alone where it has no such call. */
function getAnswered(entity: Entity, verb: "list" | "detail"): Parts {
  const own: Parts = { ...entity.fields, ...(entity.idName && { [entity.idName]: entity.fields.id }) };
  const row = named.get(`${entity.name}.${verb}`)?.output;
  const inner = row?.shape === "page" || row?.shape === "list" ? row.of : row;
  return inner?.shape === "row" ? { ...own, ...inner.extra } : own;
}

/** The parts of the rows that calls take; null where none takes rows of the entity. */
function findTaken(entity: Entity): Parts | null {
  const found = calls.flatMap(({ input }) => findSaves(input, entity));
  return found.length === 0 ? null : Object.assign({}, ...found);
}
function findSaves(shape: Shape, entity: Entity): Parts[] {
  if (shape.shape === "list") return findSaves(shape.of, entity);
  if (shape.shape === "record") return inside(shape.fields);
  if (shape.shape !== "save") return [];
  const { extra = {} } = shape;
  if (shape.entity !== entity) return inside(extra);
  const own = Object.entries<Field>(entity.fields).filter(([, field]) => field.need !== "computed");
  return [{ ...Object.fromEntries(own), ...extra }];

  function inside(parts: Parts): Parts[] {
    return Object.values(parts).flatMap((part) => ("shape" in part ? findSaves(part, entity) : []));
  }
}

/** How a field of the contract is stated. A text may be longer than stated; what is read through a reference is a text on the wire. */
function isSuch(part: Field | Shape, { kind }: WireField): boolean {
  if ("shape" in part) return kind === "rows" && part.shape === "list";
  if (/^\d+$/.test(kind)) return part.kind === "text" && (part.length ?? 0) >= Number(kind);
  if (/^\d+\.\d+$/.test(kind)) return part.kind === "decimal" && `${part.precision}.${part.scale}` === kind;
  if (kind === "id") return part.kind === "id" || part.kind === "ref";
  if (kind === "ids") return part.kind === "refs";
  return part.kind === kind || (part.lookup !== undefined && part.kind === "text");
}

const strictness: Readonly<Record<Field["need"], number>> = { computed: 0, optional: 1, submit: 2, required: 3 };
const isStricter = (part: Field, { need }: WireField): boolean =>
  isBrought(part) || part.need === "submit" ? strictness[part.need] > strictness[need] : false;

describe("fields on the wire", () => {
  it("are stated of entities that exist", () => {
    const names = new Set(entities.map(({ name }) => name));
    assert.deepEqual(
      stated.filter((name) => !names.has(name)),
      [],
    );
  });

  for (const entity of entities) {
    const fields = wireFields(entity);
    it(`${entity.name}: list and detail answer what clients know, and secrets never`, () => {
      for (const verb of ["list", "detail"] as const) {
        const parts = getAnswered(entity, verb);
        for (const field of fields) {
          const part = parts[field.name];
          if (field.kind === "secret") assert.equal(part, undefined, field.name);
          else if (field.kind === "rows" && verb === "list") continue;
          else assert.ok(part && isSuch(part, field), `${verb}: ${field.name} is no ${field.kind}`);
        }
      }
    });

    const taken = findTaken(entity);
    if (taken && stated.includes(entity.name))
      it(`${entity.name}: submit takes what clients fill in, and asks for nothing else`, () => {
        for (const field of fields.filter(({ need }) => need !== "computed")) {
          const part = taken[field.name];
          assert.ok(part, `${field.name} is not taken`);
          if ("kind" in part) assert.ok(!isStricter(part, field), `${field.name} is asked for`);
        }
        const known = new Set(fields.map(({ name }) => name));
        const unknown = Object.entries(taken).filter(
          ([name, part]) => "kind" in part && isBrought(part) && !known.has(name),
        );
        assert.deepEqual(unknown, []);
      });
  }

  it("that lists leave out are long, files, or for the single row", () => {
    const rare = new Set(["long", "files", "rows", "data", "secret"]);
    for (const entity of entities)
      for (const { name, kind } of wireFields(entity)) {
        const part = (entity.fields as Readonly<Record<string, Field>>)[name];
        if (part && !listed(part))
          assert.ok(rare.has(kind) || part.detailOnly || part.writeOnly, `${entity.name}.${name}`);
      }
  });
});
