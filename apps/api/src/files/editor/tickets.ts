import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Services } from "../../core/foundation/services.ts";

/** Addresses that the document server fetches a content from. They name one content, count for some minutes, and need no session. */

export interface Ticket {
  key: string;
  type: string;
  /** Seconds since 1970. */
  until: number;
  seal: string;
}

/** Minutes for which an address counts: a document server fetches a document when its editor opens. */
const minutes = 10;

export function makeTicket(app: Services, key: string, type: string): Ticket {
  const until = Math.floor(Date.now() / 1000) + 60 * minutes;
  return { key, type, until, seal: seal(app, key, type, until) };
}

/** Whether a ticket is one of ours and still counts. */
export function isGenuine(app: Services, { key, type, until, seal: shown }: Ticket): boolean {
  const [expected, given] = [Buffer.from(seal(app, key, type, until)), Buffer.from(shown)];
  return expected.length === given.length && timingSafeEqual(expected, given) && until > Date.now() / 1000;
}

const seal = ({ keys, tenantId }: Services, key: string, type: string, until: number): string =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", keys.hashKey, "", "jipei document ticket", 32)))
    .update([tenantId, key, type, until].join("\n"))
    .digest("base64url");
