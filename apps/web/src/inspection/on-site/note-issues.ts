import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { Investigation, neededFields } from "@jipei/contract/inspection/investigation.ts";
import { getField } from "../../core/form/fields.ts";
import { label } from "../../core/i18n/language.ts";
import { type SiteNote, getNoteFields } from "./site-note.ts";

/** What is wrong or missing in a note, by the name of the field: what the server would refuse is known before there is a network. */
export function getNoteIssues({ values, classNo, draft, investigateKind, fillsIn }: SiteNote): Record<string, string> {
  const needed: readonly string[] = fillsIn ? neededFields[investigateKind] : [];
  const issues = getNoteFields(investigateKind).flatMap((name) => {
    const stated = getField(Investigation, name);
    const field = needed.includes(name) ? { ...stated, need: "required" as const } : stated;
    const issue = findIssue(field, values[name]);
    return issue ? [[name, label(issue)] as const] : [];
  });
  const ofClass = draft ? null : findIssue({ ...Investigation.fields.classNo, need: "required" }, classNo);
  return Object.fromEntries([...issues, ...(ofClass ? [["classNo", label(ofClass)] as const] : [])]);
}
