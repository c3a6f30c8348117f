/** SM2 in the browser; the library is fetched when it is first needed. */

const library = () => import("sm-crypto-v2");

/** While the user is still typing: fetches the library, and has it compute the tables that its first key needs. */
export const warmUp = (): void =>
  void library()
    .then(({ sm2 }) => sm2.generateKeyPairHex())
    .catch(() => undefined);

/**
 * A password as it goes over the wire: SM2, C1C3C2, hex with the leading 04.
 * @param publicKey of the server, hex, uncompressed
 */
export async function encryptPassword(publicKey: string, password: string): Promise<string> {
  const { sm2 } = await library();
  return `04${sm2.doEncrypt(password, publicKey, 1)}`;
}
