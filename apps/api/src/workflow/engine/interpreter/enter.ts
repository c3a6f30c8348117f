import { skipNames } from "@jipei/contract/workflow/expression/names.ts";
import { type Activity, type EndEvent, isActivity, type ThrowEvent } from "../model.ts";
import type { Execution } from "../state.ts";
import { cancelInside, endInstance, interrupt } from "./cancel.ts";
import { endToken } from "./flows.ts";
import { begin, pass } from "./history.ts";
import { joinParallel } from "./joins.ts";
import { beginLoop, isIteration } from "./loops.ts";
import type { Run } from "./run.ts";
import { openScope } from "./scopes.ts";
import { callProcess, keep, runService } from "./services.ts";
import { subscribe, subscribeBoundary, wait } from "./subscribe.ts";
import { createTask } from "./user-tasks.ts";

/** What an element does with a token that comes to it. */
export async function enter(run: Run, token: Execution, assignee: string | null): Promise<void> {
  const element = run.element(token.element);
  if (isActivity(element)) return enterActivity(run, token, element, assignee);
  switch (element.type) {
    case "startEvent":
    case "exclusiveGateway":
    case "boundaryEvent":
      return goOn(run, token);
    case "parallelGateway":
      return element.incoming.length > 1 ? joinParallel(run, token, element) : goOn(run, token);
    case "inclusiveGateway":
      // With several flows it waits until nothing else is left to do: see joinInclusive.
      return element.incoming.length > 1 ? undefined : goOn(run, token);
    case "eventBasedGateway":
      begin(run, token);
      for (const flow of element.outgoing) {
        const event = run.element(run.flow(flow).target);
        if (event.type === "intermediateCatchEvent") await subscribe(run, token, event.id, event.trigger);
      }
      return;
    case "intermediateCatchEvent":
      begin(run, token);
      return subscribe(run, token, element.id, element.trigger);
    case "intermediateThrowEvent":
      await send(run, token, element);
      return goOn(run, token);
    case "endEvent":
      return endPath(run, token, element);
  }
}

function goOn(run: Run, token: Execution): void {
  pass(run, token);
  run.next({ kind: "leave", execution: token.key });
}

/** Sends a signal to who waits for it, in this instance and in others. */
async function send(run: Run, token: Execution, { trigger }: ThrowEvent | EndEvent): Promise<void> {
  if (trigger.kind !== "signal") return;
  const name = await run.text(trigger.name, token);
  for (const each of run.draft.waits.values())
    if (each.kind === "signal" && each.name === name) run.next({ kind: "arrived", wait: each.key });
  if (!trigger.within) await run.host.signal(name);
}

async function endPath(run: Run, token: Execution, event: EndEvent): Promise<void> {
  const { trigger } = event;
  await send(run, token, event);
  if (trigger.kind === "error") {
    begin(run, token);
    return run.next({ kind: "error", execution: token.key, code: trigger.code ?? "" });
  }
  pass(run, token);
  if (trigger.kind === "terminate") {
    const scope = run.draft.execution(token.parent ?? token.key);
    if (trigger.all || scope.parent === null) return interrupt(run, () => endInstance(run, "finished"));
    interrupt(run, () => cancelInside(run, scope));
  }
  endToken(run, token);
}

async function enterActivity(run: Run, token: Execution, activity: Activity, assignee: string | null): Promise<void> {
  if (!isIteration(run, token)) {
    if (activity.skip && isSkippingOn(run, token) && (await run.holds(activity.skip, token))) return goOn(run, token);
    if (activity.loop) return beginLoop(run, token, activity, activity.loop);
    await subscribeBoundary(run, token, activity.boundary);
  }
  if (activity.type === "userTask") return createTask(run, token, activity, assignee);
  if (activity.type === "subProcess") return openScope(run, token);
  begin(run, token);
  switch (activity.type) {
    case "serviceTask":
      return runService(run, token, activity);
    case "scriptTask":
      keep(run, token, activity.result, await run.value(activity.value, token));
      break;
    case "receiveTask":
      if (activity.message) wait(run, token, activity.id, "message", await run.text(activity.message, token));
      else wait(run, token, activity.id, "receive", activity.id);
      return;
    case "callActivity":
      return callProcess(run, token, activity);
    case "task":
    case "manualTask":
  }
  run.next({ kind: "complete", execution: token.key });
}

/** Skip expressions count where the instance says so, as in Flowable. */
const isSkippingOn = (run: Run, token: Execution): boolean =>
  skipNames.some((name) => run.draft.read(token.key, name) === true);
