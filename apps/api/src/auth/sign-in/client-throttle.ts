import { webClient } from "@jipei/contract/auth/auth.ts";
import { getNetwork } from "../../core/http/network.ts";
import type { Services } from "../../core/foundation/services.ts";
import { countFailures, getCounts } from "./throttle.ts";

/** Wrong secrets from one IP address until it is locked for half an hour: for one client, and for all clients together. */
export const clientLimits = { pair: 10, address: 50 } as const;
const lockSeconds = 1800;

/**
 * The secret of the web's client is public: guessing it gains nothing, and a lock would shut out a whole office behind one IP address.
 */
const isGuarded = (clientId: string) => clientId !== webClient.id;

const getKeys = (app: Services, clientId: string, ip: string) => ({
  pair: app.cipher.hash(`client|${clientId}|${getNetwork(ip)}`),
  address: app.cipher.hash(`clients|${getNetwork(ip)}`),
});

/** Whether an IP address guessed too often. Servers at other addresses that use the client are not affected. */
export async function isClientLocked(app: Services, clientId: string, ip: string): Promise<boolean> {
  if (!isGuarded(clientId)) return false;
  const { pair, address } = getKeys(app, clientId, ip);
  return [...(await getCounts(app.db, [pair, address])).values()].some(({ wait }) => wait > 0);
}

export async function countClientFailure(app: Services, clientId: string, ip: string): Promise<void> {
  if (!isGuarded(clientId)) return;
  const { pair, address } = getKeys(app, clientId, ip);
  await countFailures(app.db, [
    { key: pair, steps: [[clientLimits.pair, lockSeconds]] },
    { key: address, steps: [[clientLimits.address, lockSeconds]] },
  ]);
}
