import type { ParseWarning } from "bpmn-moddle";
import { noActions, type ProductActions } from "./actions.ts";
import { checkProcess } from "./compile/checks.ts";
import { issue, type ModelIssue, wholeFile } from "./compile/issues.ts";
import { compileProcess } from "./compile/process.ts";
import { placeOf, Reading, shorten } from "./compile/reading.ts";
import type { ProcessModel } from "./model.ts";
import { refusedAttributes, silentElement } from "./xml/flowable.ts";
import { findFault } from "./xml/guard.ts";
import { children, flag, parseXml, typeOf } from "./xml/tree.ts";

export interface ReadModel {
  /** The executable processes of the file; none when something is wrong with one of them. */
  readonly models: readonly ProcessModel[];
  readonly issues: readonly ModelIssue[];
}

/**
 * Reads a BPMN file as Flowable reads it, with its attributes and those of Activiti and Camunda. Whatever the interpreter does not do is
 * an issue with its place, so that a model that was accepted runs as it was drawn.
 * @param offers actions that service tasks may run, and methods that expressions may call
 */
export async function readModel(xml: string, offers: ProductActions = noActions): Promise<ReadModel> {
  const fault = findFault(xml);
  if (fault) return { models: [], issues: [issue(fault, wholeFile)] };
  const parsed = await parse(xml);
  if (typeof parsed === "string")
    return { models: [], issues: [issue("NOT_BPMN", wholeFile, { detail: shorten(parsed) })] };
  const reading = new Reading(offers, parsed.references);
  for (const warning of parsed.warnings) reading.issues.push(...readWarning(warning));
  const processes = children(parsed.rootElement, "rootElements").filter(
    // Flowable runs what does not say that it must not be run.
    (element) => typeOf(element) === "process" && flag(element, "isExecutable", true),
  );
  const models = processes.flatMap((process) => {
    const compiled = compileProcess(reading, process);
    if (!compiled) return [];
    checkProcess(reading, compiled);
    return [compiled.model];
  });
  if (processes.length === 0) reading.issues.push(issue("NO_PROCESS", wholeFile));
  const isWrong = reading.issues.some((each) => each.severity === "error");
  return { models: isWrong ? [] : models, issues: reading.issues };
}

async function parse(xml: string) {
  try {
    return await parseXml(xml.replace(/^\uFEFF/, ""));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What moddle could not read would be missing from the process. */
function readWarning({ message, element, property = "", value }: ParseWarning): ModelIssue[] {
  const attribute = property.replace(/^\w+:/, "");
  if (message.startsWith("unknown attribute")) {
    if (!refusedAttributes.has(attribute) || value === "false") return [];
    return [issue("ATTRIBUTE", element ? placeOf(element) : wholeFile, { detail: attribute })];
  }
  const id = /(?:duplicate|illegal) ID <([^<>]*)>/.exec(message)?.[1];
  if (id !== undefined)
    return [issue(message.includes("duplicate") ? "ID_TAKEN" : "ID_NOT_ALLOWED", wholeFile, { detail: id })];
  const tag = /^unparsable content <([^\s>]*)/.exec(message)?.[1];
  if (tag === undefined || silentElement.test(tag.replace(/^\w+:|\/$/g, ""))) return [];
  return [issue("UNKNOWN_TAG", wholeFile, { detail: shorten(`<${tag}>`) })];
}
