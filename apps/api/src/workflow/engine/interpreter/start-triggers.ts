import type { Host } from "../host.ts";
import type { ProcessModel } from "../model.ts";
import type { Schedule } from "../timer/timing.ts";
import { Run } from "./run.ts";
import { empty } from "./start.ts";
import { subscribe } from "./subscribe.ts";

/** What starts a process by itself: an instance begins at this start event when it happens. */
export type StartTrigger =
  | ({ readonly element: string; readonly kind: "timer" } & Schedule)
  | { readonly element: string; readonly kind: "message" | "signal"; readonly name: string };

/**
 * What is to be listened for once a process is deployed. Names and times are worked out here, without variables. When a timer has fired,
 * `nextDue` of its cycle says when it does again.
 */
export async function startTriggers(model: ProcessModel, host: Host): Promise<StartTrigger[]> {
  const run = new Run(model, empty, host);
  const listener = run.draft.spawn(null, model.key);
  for (const id of model.scopes.get(model.key)?.starts ?? []) {
    const event = run.element(id);
    if (event.type === "startEvent") await subscribe(run, listener, id, event.trigger);
  }
  const { timers, waits } = run.draft;
  return [
    ...[...timers.values()].map(({ element, due, repeats, cycle }) => ({
      element,
      kind: "timer" as const,
      due,
      repeats,
      cycle,
    })),
    ...[...waits.values()].flatMap(({ element, kind, name }) =>
      kind === "message" || kind === "signal" ? [{ element, kind, name }] : [],
    ),
  ];
}
