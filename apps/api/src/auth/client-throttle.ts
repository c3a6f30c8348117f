import { webClient } from "@jipei/contract/auth/auth.ts";
import { networkOf } from "../core/network.ts";
import type { Services } from "../core/services.ts";
import { countFailures, countsOf } from "./throttle.ts";

/** Wrong secrets from one address before it waits half an hour: for one client, for whichever. */
export const clientLimits = { pair: 10, address: 50 } as const;
const lockSeconds = 1800;

/**
 * The web's own secret is public: guessing it gains nothing, and a lock would keep out everybody behind one address of an office.
 */
const isGuarded = (clientId: string) => clientId !== webClient.id;

const keysOf = (app: Services, clientId: string, ip: string) => ({
  pair: app.cipher.hash(`client|${clientId}|${networkOf(ip)}`),
  address: app.cipher.hash(`clients|${networkOf(ip)}`),
});

/** Whether an address guessed too often. Servers elsewhere that use the client are not concerned. */
export async function isClientLocked(app: Services, clientId: string, ip: string): Promise<boolean> {
  if (!isGuarded(clientId)) return false;
  const { pair, address } = keysOf(app, clientId, ip);
  return [...(await countsOf(app.db, [pair, address])).values()].some(({ wait }) => wait > 0);
}

export async function countClientFailure(app: Services, clientId: string, ip: string): Promise<void> {
  if (!isGuarded(clientId)) return;
  const { pair, address } = keysOf(app, clientId, ip);
  await countFailures(app.db, [
    { key: pair, steps: [[clientLimits.pair, lockSeconds]] },
    { key: address, steps: [[clientLimits.address, lockSeconds]] },
  ]);
}
