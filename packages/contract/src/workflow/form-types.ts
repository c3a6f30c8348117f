import type { FormKind } from "./flow-form.ts";

/** Kinds of fields as a model names them. */
export const fieldTypes: Readonly<Record<FormKind, string>> = {
  text: "string",
  number: "double",
  money: "money",
  date: "date",
  choice: "enum",
  yesNo: "boolean",
  file: "upload",
  table: "table",
};

/** Types of form fields as Flowable, Activiti and Camunda name them, and our own. */
const kinds: Readonly<Record<string, FormKind>> = {
  long: "number",
  int: "number",
  integer: "number",
  double: "number",
  number: "number",
  money: "money",
  date: "date",
  enum: "choice",
  choice: "choice",
  boolean: "yesNo",
  file: "file",
  upload: "file",
  table: "table",
};

/** The kind that a type of a model means. What we do not know is a text. */
export const kindOfType = (type: string): FormKind => (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? "text";

/** Kinds that a column can have, and those that can be computed. */
export const columnKinds: readonly FormKind[] = ["text", "number", "money", "date", "choice", "yesNo"];
export const computedKinds: readonly FormKind[] = ["number", "money"];
/** Kinds that lists can show. */
export const listedKinds: readonly FormKind[] = columnKinds;
