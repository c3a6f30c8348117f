import type { FormInstance } from "antd";
import { CallError } from "../../core/api/call-error.ts";
import { language } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";

/** Puts what the server refused at its fields; what belongs to no field of the form is a message. */
export function showIssues(form: FormInstance, error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  const zh = language() === "zh";
  const names = Object.keys(error.fields).filter((name) => form.getFieldInstance(name) !== undefined);
  if (names.length === 0) return notify("error", error.text());
  form.setFields(names.map((name) => ({ name, errors: [zh ? error.fields[name]!.msg : error.fields[name]!.msgEn] })));
}
