import { tenantId as installation, sm2Key } from "@jipei/contract/auth/auth.ts";
import { invoke } from "./call-client.ts";
import { chooseTenant } from "../session/tenant.ts";

let facts: ReturnType<typeof ask> | null = null;

/** Asked for the tenant in the address only: a remembered tenant may be closed by now, which must not stop this page. */
async function ask() {
  const answer = await invoke(sm2Key, undefined, { silent: true, headers: { "Tenant-Id": "" } });
  if (answer.tenantId !== installation) chooseTenant(answer.tenantId);
  return answer;
}

/** What a browser must know of the server before a user signs in; fetched once, and again after a failed attempt. */
export function serverFacts(): ReturnType<typeof ask> {
  facts ??= ask();
  facts.catch(forgetServerKey);
  return facts;
}

/** The server's lasting public key, for passwords and for the envelope. */
export const serverKey = async (): Promise<string> => (await serverFacts()).publicKey;

/** Drops the key, because the server may have a new one. */
export const forgetServerKey = (): void => void (facts = null);
