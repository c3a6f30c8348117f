import { columnKinds, kindOfType, listedKinds } from "@jipei/contract/workflow/form-types.ts";
import { mostColumns, mostListed, mostRows, ownNames } from "@jipei/contract/workflow/flow-form.ts";
import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import { findFormulaIssues } from "@jipei/contract/workflow/formula/check-formulas.ts";
import type { Element, FormColumn, FormField, StartEvent, UserTask } from "../model.ts";
import type { XmlElement } from "../xml/tree.ts";
import { type Reading, shorten } from "./reading.ts";

type WithForm = StartEvent | UserTask;
const hasForm = (element: Element): element is WithForm => element.type === "userTask" || element.type === "startEvent";

/**
 * The formula of a field and the columns of a table count in the whole process: a step may name the field alone, and nothing else. Refuses
 * formulas and tables that cannot be used, at the step that states them.
 */
export function resolveForms(
  reading: Reading,
  elements: ReadonlyMap<string, Element>,
  sources: ReadonlyMap<string, XmlElement>,
): Map<string, Element> {
  const forms = [...elements.values()].filter(hasForm).filter(({ fields }) => fields.length > 0);
  const stated = stateFields(forms);
  const refuse: Refuse = (code, at, label, params) => {
    const source = sources.get(at);
    if (source) reading.refuse(code, source, { label, ...params });
  };
  for (const form of forms) for (const field of form.fields) checkField(form.id, field, stated.get(field.id), refuse);
  checkFormulas(stated, refuse);
  checkListed([...elements.values()].filter(hasForm), refuse);
  return new Map(
    [...elements].map(([id, element]) => [
      id,
      hasForm(element) ? { ...element, fields: element.fields.map((field) => resolve(field, stated)) } : element,
    ]),
  );
}

/** A field as the first step says it that says how it is computed, or of which columns it is. */
interface Stated {
  readonly field: FormField;
  readonly at: string;
}
type Refuse = (
  code: "FORMULA" | "TABLE" | "LISTED" | "VARIABLE",
  at: string,
  label: string,
  params: Readonly<Record<string, string>>,
) => void;

function stateFields(forms: readonly WithForm[]): Map<string, Stated> {
  const stated = new Map<string, Stated>();
  for (const { id, fields } of forms)
    for (const field of fields) {
      const before = stated.get(field.id)?.field;
      if (!before || (isPlain(before) && !isPlain(field))) stated.set(field.id, { field, at: id });
    }
  return stated;
}

const isPlain = ({ calculation, columns }: FormField): boolean => calculation === null && columns.length === 0;

function resolve(field: FormField, stated: ReadonlyMap<string, Stated>): FormField {
  const { calculation = null, columns = [] } = stated.get(field.id)?.field ?? {};
  const known = field.columns.length > 0 ? field.columns : columns;
  return {
    ...field,
    calculation: field.calculation ?? calculation,
    columns: kindOfType(field.type) === "table" ? known : [],
  };
}

function checkField(at: string, field: FormField, stated: Stated | undefined, refuse: Refuse): void {
  const label = labelOf(field);
  const { calculation, columns } = field;
  if (calculation !== null && (!isFree(field.id) || ownNames.has(field.id)))
    refuse("VARIABLE", at, label, { detail: field.id });
  if (calculation !== null && stated && stated.field.calculation !== calculation)
    refuse("FORMULA", at, label, {
      text: shorten(calculation),
      zh: "各环节的公式不一致",
      en: "another step has another formula",
    });
  if (kindOfType(field.type) !== "table") return;
  const wrong = (zh: string, en: string) => refuse("TABLE", at, label, { zh, en });
  const all = stated?.field.columns ?? [];
  if (all.length === 0) wrong("没有列", "it has no columns");
  if (columns.length > mostColumns) wrong(`最多${mostColumns}列`, `at most ${mostColumns} columns`);
  if (columns.length > 0 && JSON.stringify(columns) !== JSON.stringify(all))
    wrong("各环节的列不一致", "another step has other columns");
  checkColumns(columns, wrong);
  const [least, most] = [field.leastRows ?? 0, field.mostRows ?? mostRows];
  if (![least, most].every((count) => Number.isInteger(count) && count >= 0 && count <= mostRows) || least > most)
    wrong(`行数须在0到${mostRows}之间`, `it has from 0 to ${mostRows} rows, and not fewer than its fewest`);
}

function checkColumns(columns: readonly FormColumn[], wrong: (zh: string, en: string) => void): void {
  const seen = new Set<string>();
  for (const { id, type } of columns) {
    if (!isFree(id)) wrong(`列名“${id}”不可用`, `a column cannot be named “${id}”`);
    if (seen.has(id)) wrong(`列“${id}”重复`, `column “${id}” is there twice`);
    if (!columnKinds.includes(kindOfType(type)))
      wrong(
        `列“${id}”只能是文字、数字、金额、日期、选项、是否`,
        `column “${id}” has to be one of these: text, number, amount, date, choice, yes/no`,
      );
    seen.add(id);
  }
}

function checkFormulas(stated: ReadonlyMap<string, Stated>, refuse: Refuse): void {
  const fields = [...stated.values()].map(({ field }) => ({
    name: field.id,
    label: labelOf(field),
    kind: kindOfType(field.type),
    calculation: field.calculation,
    columns: field.columns.map((column) => ({
      name: column.id,
      label: column.name || column.id,
      kind: kindOfType(column.type),
      calculation: column.calculation,
    })),
  }));
  for (const { name, label, text, zh, en } of findFormulaIssues(fields)) {
    const at = stated.get(name)?.at;
    if (at !== undefined) refuse("FORMULA", at, label, { text: shorten(text), zh, en });
  }
}

/**
 * Lists are read by everybody who has a task in a process: what they show is seen at each of its steps, or a list would tell what a step hides.
 */
function checkListed(forms: readonly WithForm[], refuse: Refuse): void {
  const tasks = forms.filter(({ type }) => type === "userTask");
  const seen = new Set<string>();
  for (const { id: at, fields } of forms)
    for (const field of fields.filter(({ id, inLists }) => inLists && !seen.has(id))) {
      seen.add(field.id);
      const wrong = (zh: string, en: string) => refuse("LISTED", at, labelOf(field), { zh, en });
      if (!listedKinds.includes(kindOfType(field.type))) wrong("附件和表格太大", "files and tables are too large");
      if (seen.size > mostListed) wrong(`最多${mostListed}项`, `at most ${mostListed} are shown`);
      const blind = tasks.find((task) => !task.fields.some(({ id, readable }) => id === field.id && readable));
      if (blind) wrong(`环节“${blind.name || blind.id}”看不到它`, `step “${blind.name || blind.id}” does not see it`);
    }
}

const labelOf = ({ id, name }: FormField): string => name || id;
