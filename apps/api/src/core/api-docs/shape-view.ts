import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getOperators, suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { fieldView } from "./field-view.ts";
import { type Html, html } from "./html.ts";
import type { Language } from "../http/language.ts";
import { say } from "./words.ts";

type Parts = Readonly<Record<string, Field | Shape>>;

/** What a call takes: every parameter or body field, or a sentence where there is none. */
export function inputView(language: Language, call: Call): Html {
  const { input } = call;
  const none = html`<p>${say(language, ["无", "Nothing"])}</p>`;
  if (input.shape === "none") return none;
  if (input.shape !== "query") return shapeView(language, input) ?? none;
  const fields = input.entity.fields as Record<string, Field>;
  const paging = html`<p>
    <a href="#paging">${say(language, ["分页与排序参数", "Paging and order"])}</a
    >${input.entity.filters.length > 0 ? say(language, ["，以及：", ", and:"]) : null}
  </p>`;
  const filters = input.entity.filters.map((name) => filterView(language, name, fields[name] as Field));
  return html`${paging}
    <dl>${filters}${Object.entries(input.extra).map(([name, field]) => fieldView(language, name, field))}</dl>`;
}

function filterView(language: Language, name: string, field: Field): Html {
  const operators = new Set<string>(getOperators(field));
  const taken = Object.entries(suffixes).flatMap(([word, operator]) => (operators.has(operator) ? [word] : []));
  const dated = (word: string) =>
    word.startsWith("date") === (field.kind === "date" || field.kind === "datetime") ||
    word === "equal" ||
    word.endsWith("null");
  const names = taken.filter(dated).map((word) => html` <code>_${word}</code>`);
  return fieldView(
    language,
    name,
    { ...field, need: "optional" },
    html`<br /><small>${say(language, ["后缀：", "suffixes:"])}${names}</small>`,
  );
}

/** What a call answers with as `data`. Rows of entities are described once on the page. */
export function outputView(language: Language, shape: Shape): Html {
  const file = html`<p>${say(language, ["文件", "A file"])}</p>`;
  return shape.shape === "file"
    ? file
    : (shapeView(language, shape) ?? html`<p>${say(language, ["无（data 为 null）", "Nothing (data is null)"])}</p>`);
}

function shapeView(language: Language, shape: Shape): Html | null {
  switch (shape.shape) {
    case "field":
      return html`<dl>${fieldView(language, "data", { ...shape.field, need: "optional" })}</dl>`;
    case "record":
      return partsView(language, shape.partial ? unneeded(shape.fields) : shape.fields);
    case "list":
      return html`<p>${say(language, ["数组，每项：", "A list, each:"])}</p>
        ${shapeView(language, shape.of)}`;
    case "page":
      return html`<p>
          ${say(language, ["分页 {records, total, size, current, pages}，records 每项：", "A page {records, total, size, current, pages}; each of records:"])}
        </p>
        ${shapeView(language, shape.of)}`;
    case "row":
      return html`<p><a href="#${getAnchor(shape.entity)}">${entityName(language, shape.entity)}</a></p>
        ${partsView(language, shape.extra)}`;
    case "save":
      return html`<p>${savedWhat(language, shape.entity, shape.partial)}</p>
        ${partsView(language, { ...takenFields(shape.entity, shape.partial), ...shape.extra })}`;
    case "any":
      return html`<p>${say(language, ["JSON（结构自定）", "JSON of its own form"])}</p>`;
    default:
      return null;
  }
}

const savedWhat = (language: Language, entity: Entity, partial: boolean) =>
  partial
    ? say(language, [`${entity.zh}，字段均可省略`, `${entity.en}; any field may be left out`])
    : say(language, [
        `${entity.zh}；带 id 为修改，可只传变更字段`,
        `${entity.en}; with an id it changes that row, and fields left out stay`,
      ]);

function takenFields(entity: Entity, partial: boolean): Record<string, Field> {
  const fields = Object.entries(entity.fields as Record<string, Field>).filter(
    ([name, field]) => name === "id" || field.need !== "computed",
  );
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === "id" || partial ? { ...field, need: "optional" } : field]),
  );
}

function partsView(language: Language, parts: Parts): Html | null {
  const entries = Object.entries(parts);
  if (entries.length === 0) return null;
  return html`<dl>
    ${entries.map(([name, part]) =>
      "kind" in part
        ? fieldView(language, name, part)
        : html`<div>
            <dt><code>${name}</code></dt>
            <dd>${shapeView(language, part)}</dd>
          </div>`,
    )}
  </dl>`;
}

/** Parts of which none has to come. */
const unneeded = (parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, "kind" in part ? { ...part, need: "optional" } : part]),
  );

/** Where the rows of an entity are described on the page. */
export const getAnchor = (entity: Entity) => `entity-${entity.name}`;
/** Both names of an entity, for the reader and for programs. */
export const entityName = (language: Language, entity: Entity) =>
  `${say(language, [entity.zh, entity.en])} ${entity.name}`;

/** The fields of an entity's row as they are answered. */
export function entityView(language: Language, entity: Entity): Html {
  const fields = Object.entries(entity.fields as Record<string, Field>).filter(([, field]) => !field.writeOnly);
  return html`<details id="${getAnchor(entity)}">
    <summary>${entityName(language, entity)}</summary>
    <dl>${fields.map(([name, field]) => fieldView(language, name, field))}</dl>
  </details>`;
}

/** Entities whose rows stand in a shape. */
export function entitiesIn(shape: Shape): Entity[] {
  const within = (parts: Parts) => Object.values(parts).flatMap((part) => ("kind" in part ? [] : entitiesIn(part)));
  switch (shape.shape) {
    case "row":
      return [shape.entity, ...within(shape.extra)];
    case "record":
      return within(shape.fields);
    case "save":
      return within(shape.extra ?? {});
    case "list":
    case "page":
      return entitiesIn(shape.of);
    default:
      return [];
  }
}
