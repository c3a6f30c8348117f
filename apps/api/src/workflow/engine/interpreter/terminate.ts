import type { InstanceState } from "../state.ts";

/**
 * Ends an instance by force. Processes that it called are told by whoever calls this: they stand in the waits of kind `call`.
 * @returns the state without anything that waits
 */
export function terminate(state: InstanceState, now: Date): InstanceState {
  if (state.status !== "running") return state;
  return {
    ...state,
    status: "terminated",
    executions: [],
    tasks: [],
    timers: [],
    waits: [],
    activities: state.activities.map((activity) =>
      activity.end === null ? { ...activity, end: now, outcome: "cancelled" as const } : activity,
    ),
  };
}
