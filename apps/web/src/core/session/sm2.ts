/** SM2 in the browser; the library is fetched when it is first needed. */

const library = () => import("sm-crypto-v2");

/** Fetches the library while the user is still typing. */
export const warmUp = (): void => void library().catch(() => undefined);

/**
 * A password as it goes over the wire: SM2, C1C3C2, hex with the leading 04.
 * @param publicKey of the server, hex, uncompressed
 */
export async function encryptPassword(publicKey: string, password: string): Promise<string> {
  const { sm2 } = await library();
  return `04${sm2.doEncrypt(password, publicKey, 1)}`;
}
