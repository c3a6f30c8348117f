import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getOperators, suffixes } from "@jipei/contract/core/fields/filters.ts";
import { dataShape, type Part, type Shape } from "@jipei/contract/core/fields/shape.ts";
import { fieldView } from "./field-view.ts";
import { type Html, html } from "./html.ts";
import type { Language } from "../http/language.ts";
import { say, type Words } from "./words.ts";

type Parts = Readonly<Record<string, Part>>;

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

/** What a call answers with as `data`. Rows of entities, and forms with a name, are described once on the page. */
export function outputView(language: Language, shape: Shape): Html {
  if (shape.shape === "file") return html`<p>${say(language, fileWords(shape))}</p>`;
  if (shape.shape === "redirect") return html`<p>${say(language, ["跳转到其他页面", "Leads on to another page"])}</p>`;
  return shapeView(language, shape) ?? html`<p>${say(language, ["无（data 为 null）", "Nothing (data is null)"])}</p>`;
}

function fileWords({ types, orJob }: Extract<Shape, { shape: "file" }>): Words {
  const named = types.includes("any") ? "" : ` ${types.join(", ")}`;
  return [
    `文件${named}${orJob ? "；耗时较长时返回后台任务 {jobId}" : ""}`,
    `A file${named}${orJob ? ", or in the envelope the job {jobId} that makes it, where that takes longer" : ""}`,
  ];
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
    case "branch":
      return html`<p>
        <a href="#${getAnchor(shape.entity)}">${entityName(language, shape.entity)}</a>${say(language, [
          "，树的一枝：另有 {parentId, parentName, hasChildren, children}",
          ", a branch of its tree: with {parentId, parentName, hasChildren, children}",
        ])}
      </p>`;
    case "form":
      return html`<p><a href="#${getFormAnchor(shape)}">${say(language, [shape.zh, shape.en])} ${shape.name}</a></p>`;
    case "map":
      return html`<p>${say(language, ["对象，键由数据决定，每项：", "An object with keys of the data, each:"])}</p>
        ${shapeView(language, shape.of)}`;
    case "flag":
      return html`<p><b>${say(language, [shape.zh, shape.en])}</b> · ${say(language, ["真或假", "true or false"])}</p>`;
    case "value":
      return html`<p>
        ${say(language, ["字段的值：文本、数字或其列表", "The value of a field: text, number or a list"])}
      </p>`;
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
        ? fieldView(language, name, part, dataView(language, part))
        : html`<div>
            <dt><code>${name}</code></dt>
            <dd>${shapeView(language, part)}</dd>
          </div>`,
    )}
  </dl>`;
}

/** The form of structured data. */
const dataView = (language: Language, field: Field): Html | null =>
  field.kind === "data" ? shapeView(language, dataShape(field)) : null;

/** Parts of which none has to come. */
const unneeded = (parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, "kind" in part ? { ...part, need: "optional" as const } : part]),
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
    <dl>${fields.map(([name, field]) => fieldView(language, name, field, dataView(language, field)))}</dl>
  </details>`;
}

type Form = Extract<Shape, { shape: "form" }>;
const getFormAnchor = ({ name }: Form) => `form-${name}`;

/** What stands in an answer with a name of its own. */
export function formView(language: Language, form: Form): Html {
  return html`<details id="${getFormAnchor(form)}">
    <summary>${say(language, [form.zh, form.en])} ${form.name}</summary>
    ${partsView(language, form.parts())}
  </details>`;
}

/** What is described once on a page: entities whose rows stand in the shapes, and forms, by their names. */
export interface Described {
  entities: Map<string, Entity>;
  forms: Map<string, Form>;
}

/** Adds what stands in a shape to what a page describes. */
export function noteDescribed(shape: Shape, found: Described): void {
  const within = (parts: Parts) => {
    for (const part of Object.values(parts))
      if (!("kind" in part)) noteDescribed(part, found);
      else if (part.kind === "data") noteDescribed(dataShape(part), found);
  };
  switch (shape.shape) {
    case "row":
      found.entities.set(shape.entity.name, shape.entity);
      within(shape.entity.fields);
      return within(shape.extra);
    case "branch":
      found.entities.set(shape.entity.name, shape.entity);
      return within(shape.entity.fields);
    case "record":
      return within(shape.fields);
    case "save":
      return within(shape.extra ?? {});
    case "form":
      if (found.forms.has(shape.name)) return;
      found.forms.set(shape.name, shape);
      return within(shape.parts());
    case "list":
    case "page":
    case "map":
      return noteDescribed(shape.of, found);
  }
}
