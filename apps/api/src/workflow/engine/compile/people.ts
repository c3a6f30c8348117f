import { plain, type Template } from "@jipei/contract/workflow/expression/template.ts";
import { child, children, extra, text, type XmlElement } from "../xml/tree.ts";
import type { Reading } from "./reading.ts";

/** Who does a task. */
export interface People {
  readonly assignee: Template | null;
  readonly candidateUsers: readonly Template[];
  readonly candidateGroups: readonly Template[];
}

/** Reads assignee and candidates: from Flowable's attributes and from the elements that BPMN has for them. */
export function readPeople(reading: Reading, element: XmlElement): People {
  const users = split(extra(element, "candidateUsers") ?? "");
  const groups = split(extra(element, "candidateGroups") ?? "");
  let assignee = extra(element, "assignee");
  for (const role of children(element, "resources")) {
    const body = roleText(role);
    if (role.$instanceOf("bpmn:HumanPerformer") && !role.$instanceOf("bpmn:PotentialOwner")) assignee ??= body;
    else
      for (const part of split(body)) {
        const [, kind, name] = /^(user|group)\s*\((.*)\)$/s.exec(part) ?? [];
        (kind === "user" ? users : groups).push((name ?? part).trim());
      }
  }
  const templates = (texts: readonly string[]) => texts.map((each) => reading.template(element, each));
  return {
    assignee: reading.optional(element, assignee),
    candidateUsers: templates(users),
    candidateGroups: templates(groups),
  };
}

/** The parts of a list, divided by commas outside of expressions and brackets. */
export function split(list: string): string[] {
  const parts: string[] = [];
  let [part, depth, quote] = ["", 0, ""];
  for (const sign of list) {
    if (quote) quote = sign === quote ? "" : quote;
    else if (depth > 0 && (sign === "'" || sign === '"')) quote = sign;
    else if ("({[".includes(sign)) depth++;
    else if (")}]".includes(sign)) depth--;
    if (sign === "," && depth === 0 && !quote) {
      parts.push(part);
      part = "";
    } else part += sign;
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== "");
}

/** Names in a list that is the same for all instances. */
export const names = (list: string | null): string[] => split(list ?? "");

function roleText(role: XmlElement): string {
  const assignment = child(role, "resourceAssignmentExpression");
  const expression = assignment && child(assignment, "expression");
  return (expression && text(expression, "body")) ?? "";
}

/** The title of a task. */
export const titleOf = (reading: Reading, element: XmlElement): Template =>
  reading.optional(element, text(element, "name")) ?? plain("");
