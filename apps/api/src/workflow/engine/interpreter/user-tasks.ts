import { isList, toText } from "@jipei/contract/workflow/expression/values.ts";
import type { Template } from "@jipei/contract/workflow/expression/template.ts";
import type { UserTask } from "../model.ts";
import type { Execution } from "../state.ts";
import { addDuration, readDate, readDuration } from "../timer/civil-time.ts";
import { WorkflowError } from "../workflow-error.ts";
import { begin } from "./history.ts";
import type { Run } from "./run.ts";

/** Priority of tasks that say none, as in Flowable. */
const usual = 50;

/** Gives a task to whom the model says, or to an assignee who was named otherwise. */
export async function createTask(run: Run, token: Execution, task: UserTask, named: string | null): Promise<void> {
  const key = run.draft.key("t");
  const priority = task.priority ? Number(await run.text(task.priority, token)) : usual;
  run.draft.tasks.set(key, {
    key,
    execution: token.key,
    element: task.id,
    name: await run.text(task.title, token),
    assignee: named ?? ((task.assignee && (await run.text(task.assignee, token))) || null),
    candidateUsers: await namesOf(run, token, task.candidateUsers),
    candidateGroups: await namesOf(run, token, task.candidateGroups),
    formKey: (task.formKey && (await run.text(task.formKey, token))) || null,
    due: task.due && (await dueOf(run, token, task, task.due)),
    priority: Number.isInteger(priority) ? priority : usual,
  });
  begin(run, token, key);
}

/** Names from texts and expressions; an expression may give a list, or several with commas. */
async function namesOf(run: Run, token: Execution, templates: readonly Template[]): Promise<string[]> {
  const names: string[] = [];
  for (const template of templates) {
    const value = await run.value(template, token);
    for (const each of isList(value) ? value : [value]) names.push(...toText(each).split(","));
  }
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))];
}

async function dueOf(run: Run, token: Execution, task: UserTask, template: Template): Promise<Date | null> {
  const text = await run.text(template, token);
  if (text === "") return null;
  const duration = readDuration(text);
  const due = duration ? addDuration(run.host.now, duration) : readDate(text);
  if (!due) throw new WorkflowError("TIMER", { element: task.name || task.id, text });
  return due;
}
