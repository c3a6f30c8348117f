import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { InstanceState } from "../state.ts";
import { WorkflowError } from "../workflow-error.ts";
import { enter } from "./enter.ts";
import { leave } from "./flows.ts";
import { happen, raise } from "./happenings.ts";
import { joinInclusive } from "./joins.ts";
import { Run, type Step } from "./run.ts";
import { closeScope, complete } from "./scopes.ts";

/** Elements that one transition may enter. A model that goes round without waiting is stopped here. */
const limit = 1000;
/** Elements that it may enter together with those of the processes that it calls: an activity calls up to 500. */
const limitOfAll = 5000;

/**
 * Takes a running instance one transition on: does `work` on a copy of its state, then all that follows until every token waits or has ended.
 * @returns what the state becomes; the one given stays as it was, also where the transition fails
 */
export async function transition(
  model: ProcessModel,
  state: InstanceState,
  host: Host,
  work: (run: Run) => void | Promise<void>,
): Promise<InstanceState> {
  if (state.status !== "running") throw new WorkflowError("NOT_RUNNING");
  const run = new Run(model, state, host);
  await work(run);
  const entered = host.entered ?? { count: 0 };
  let own = 0;
  do {
    for (let step = run.agenda.shift(); step; step = run.agenda.shift()) {
      if (step.kind === "enter") {
        if (++own > limit) throw new WorkflowError("NEVER_ENDS", { limit });
        if (++entered.count > limitOfAll) throw new WorkflowError("NEVER_ENDS", { limit: limitOfAll });
      }
      await take(run, step);
    }
  } while (joinInclusive(run));
  for (const id of run.cancelled) await host.cancelChild(id);
  return run.draft.state();
}

/** Takes one step, unless an earlier one ended what it is about. */
async function take(run: Run, step: Step): Promise<void> {
  if (step.kind === "arrived") {
    const wait = run.draft.waits.get(step.wait);
    if (!wait) return;
    // Whoever stands at the event waits no longer; others may, such as boundary events that do not interrupt.
    const execution = run.draft.execution(wait.execution);
    return happen(run, execution, wait.element);
  }
  const execution = run.draft.executions.get(step.kind === "ended" ? step.scope : step.execution);
  if (!execution) return;
  switch (step.kind) {
    case "enter":
      return enter(run, execution, step.assignee ?? null);
    case "leave":
      return leave(run, execution);
    case "complete":
      return complete(run, execution);
    case "ended":
      return closeScope(run, execution);
    case "error":
      return raise(run, execution, step.code);
    case "happen":
      return happen(run, execution, step.event);
  }
}
