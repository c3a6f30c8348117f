/** What every provider of text messages looks like to the rest of the product: it writes a signed request and reads the answer. */

/** Keys and settings of a provider, decrypted. */
export interface SmsAccount {
  accessKey: string;
  secretKey: string;
  /** The signature without brackets; each provider puts it where it belongs. */
  signName: string;
  templateId: string;
  regionId: string;
}

export interface SmsOrder {
  /** Eleven digits. */
  phone: string;
  /** The whole text without the signature, for providers that take texts. */
  text: string;
  /** Values of the template's placeholders in the order of the text, for providers that take templates. */
  params: readonly (readonly [name: string, value: string])[];
}

/** What makes two requests of the same message differ (time, nonce); passed in, so that tests can reproduce a request. */
export interface Moment {
  time: Date;
  nonce: string;
}

export interface SmsRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** sent: accepted, with the provider's number of the message · refused: for good · later: try again later */
export type SmsAnswer = { kind: "sent"; receipt: string } | { kind: "refused" | "later"; reason: string };

export interface SmsProvider {
  /** The signed request. Its address is a constant of the provider, never from a form. */
  request(account: SmsAccount, order: SmsOrder, moment: Moment): SmsRequest;
  /** @param body the answer as JSON, null where it is not JSON */
  read(status: number, body: unknown): SmsAnswer;
}

/** A member of an answer of unknown type; undefined where it does not exist. */
export const getPart = (answer: unknown, name: string | number): unknown =>
  typeof answer === "object" && answer !== null ? (answer as Record<string | number, unknown>)[name] : undefined;

/** A text or number of an answer as text; empty where it is neither. */
export const getText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The answer of a provider that did not accept the message. @param busy codes that mean «too fast» or «internal error of the provider» */
export function notTaken(status: number, code: unknown, message: unknown, busy: readonly string[]): SmsAnswer {
  const reason =
    [code, message].filter((part) => part !== undefined && part !== null && part !== "").join(" ") || `HTTP ${status}`;
  return {
    kind: status === 429 || status >= 500 || busy.includes(String(code)) ? "later" : "refused",
    reason: reason.slice(0, 200),
  };
}
