import type { FormField } from "@jipei/contract/workflow/flow-form.ts";

/** Kinds of fields as Flowable names them. */
export const fieldTypes: Readonly<Record<FormField["kind"], string>> = {
  text: "string",
  number: "double",
  date: "date",
  choice: "enum",
  file: "upload",
};
