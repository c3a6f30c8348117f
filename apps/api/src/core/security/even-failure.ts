import { setTimeout as sleep } from "node:timers/promises";
import { type Endpoint, mayProbeInside } from "../outbound/safe-fetch.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Settings } from "../foundation/settings.ts";

/** Milliseconds after which failures inside the own network are reported; longer than any attempt to connect takes. */
export const evenFailure = { after: 12_000 };

/**
 * Runs work with an address that a user typed. If the address is in the own network, all failures get the same message after the same time: a
 * closed port, a filtered one, one that answers something else, and one that is not allowed. Otherwise every test button would be a port
 * scanner behind the firewall. For an address that the operator allowed together with its port (INTERNAL_HOSTS), failures are reported as they
 * are, since they reveal nothing.
 * @param isSpoken whether a failure is the answer of a service of the expected kind; such failures are always reported as they are
 * @throws ADDRESS_SILENT, and what `work` throws
 */
export async function failEvenly<T>(
  settings: Pick<Settings, "internalHosts">,
  endpoint: Endpoint,
  work: () => Promise<T>,
  isSpoken: (error: unknown) => boolean = () => false,
): Promise<T> {
  if (!(await mayProbeInside(settings, endpoint))) return work();
  const over = new AbortController();
  const end = sleep(evenFailure.after, undefined, { signal: over.signal });
  // When nobody waits for this promise any more, its rejection must not end the process.
  end.catch(() => undefined);
  try {
    const done = work().then(
      (value) => ({ value }),
      async (error: unknown) => {
        if (isSpoken(error)) throw error;
        await end;
        return null;
      },
    );
    const outcome = await Promise.race([done, end.then(() => null)]);
    if (outcome) return outcome.value;
  } finally {
    over.abort();
  }
  throw new Refusal("ADDRESS_SILENT", { host: endpoint.host });
}
