import { tenantId as installation, sm2Key } from "@jipei/contract/auth/auth.ts";
import { invoke } from "./call-client.ts";
import { chooseTenant } from "./tenant.ts";

let facts: ReturnType<typeof ask> | null = null;

/** Asked of whomever the address names: a tenant that is remembered may be closed by now, and says nothing about this page. */
async function ask() {
  const answer = await invoke(sm2Key, undefined, { silent: true, headers: { "Tenant-Id": "" } });
  if (answer.tenantId !== installation) chooseTenant(answer.tenantId);
  return answer;
}

/** What a browser must know of the server before anybody signs in; asked for once, a failed attempt may be repeated. */
export function serverFacts(): ReturnType<typeof ask> {
  facts ??= ask();
  facts.catch(forgetServerKey);
  return facts;
}

/** The server's lasting public key, for passwords and for the envelope. */
export const serverKey = async (): Promise<string> => (await serverFacts()).publicKey;

/** The server may have another one by now. */
export const forgetServerKey = (): void => void (facts = null);
