/** What every provider of text messages looks like to the rest of the product: it writes a signed request and reads the answer. */

/** Keys and settings of a provider, decrypted. */
export interface SmsAccount {
  accessKey: string;
  secretKey: string;
  /** Without brackets: each provider puts it where it belongs. */
  signName: string;
  templateId: string;
  regionId: string;
}

export interface SmsOrder {
  /** Eleven digits. */
  phone: string;
  /** The whole text without the sign, for providers that take texts. */
  text: string;
  /** Values of the template's holes in the order of the text, for providers that take templates. */
  params: readonly (readonly [name: string, value: string])[];
}

/** What makes two requests of the same order differ; given, so that a request can be told from its inputs. */
export interface Moment {
  time: Date;
  nonce: string;
}

export interface SmsRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** sent: taken, with the provider's number of it · refused: never will be · later: not now, try again */
export type SmsAnswer = { kind: "sent"; receipt: string } | { kind: "refused" | "later"; reason: string };

export interface SmsProvider {
  /** The signed request. Its address is the provider's own, whatever a form says. */
  request(account: SmsAccount, order: SmsOrder, moment: Moment): SmsRequest;
  /** @param body the answer as JSON, null where it was none */
  read(status: number, body: any): SmsAnswer;
}

/** The answer of a provider that did not take the message. @param busy codes that mean «too fast» or «our fault» */
export function notTaken(status: number, code: unknown, message: unknown, busy: readonly string[]): SmsAnswer {
  const reason =
    [code, message].filter((part) => part !== undefined && part !== null && part !== "").join(" ") || `HTTP ${status}`;
  return {
    kind: status === 429 || status >= 500 || busy.includes(String(code)) ? "later" : "refused",
    reason: reason.slice(0, 200),
  };
}
