import { setTimeout as sleep } from "node:timers/promises";
import { type Endpoint, mayProbeInside } from "./outside.ts";
import { Refusal } from "./refusal.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds after which failures inside the own network are told; longer than connecting to anything takes. */
export const evenFailure = { after: 12_000 };

/**
 * Does something at an address that somebody typed. Where that lies in the own network, all failures look alike, in what they say and in how long
 * they take: a closed port, a filtered one, one that answers something else, and one that is not allowed. Else every test button would be a
 * port scanner behind the firewall. An address that the operator named with its port (INTERNAL_HOSTS) gives nothing away: its failures are told as they are.
 * @param isSpoken whether a failure is the answer of a service of the kind that was looked for: that is told in any case
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
  // Whoever is not waited for any more must not end the process.
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
