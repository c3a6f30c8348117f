import type { Services } from "../foundation/services.ts";

/**
 * Runs works that do not need each other, one after the other. One that fails does not keep the next ones from running.
 * @throws AggregateError of what failed
 */
export async function runEach(app: Services, works: readonly ((app: Services) => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) await work(app).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join("; "));
}
