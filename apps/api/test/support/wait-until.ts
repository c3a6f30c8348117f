import { setTimeout as sleep } from "node:timers/promises";

/** Waits until something holds; the time limit of the test file ends what never does. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
