import type { SmsCategory } from "@jipei/contract/notices/sms-provider.ts";
import { aliyun } from "./aliyun.ts";
import type { SmsAnswer, SmsProvider, SmsRequest } from "./provider.ts";
import { qiniu } from "./qiniu.ts";
import { tencent } from "./tencent.ts";
import { yunpian } from "./yunpian.ts";

/** Providers by category; the local one (5) sends nothing. */
export const providers: Readonly<Record<Exclude<SmsCategory, "5">, SmsProvider>> = {
  "1": yunpian,
  "2": qiniu,
  "3": aliyun,
  "4": tencent,
};

/** Sends a request to its provider; tests replace it. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Milliseconds that a provider may take, and characters of its answer that are read. */
const [timeout, maxLength] = [10_000, 65_536];

/** `unsure`: the request was sent, and it is unknown whether the provider accepted it. */
export type Delivery = SmsAnswer | { kind: "unsure"; reason: string };

/** Sends a request to its provider and reads the answer; never throws. A redirect does not count as an answer. */
export async function deliver(provider: SmsProvider, request: SmsRequest, transport: Transport): Promise<Delivery> {
  try {
    const response = await transport(request.url, {
      method: "POST",
      headers: request.headers,
      body: request.body,
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    const answer = parsed((await response.text()).slice(0, maxLength));
    if (answer === null && response.status >= 500) return { kind: "unsure", reason: `HTTP ${response.status}` };
    return provider.read(response.status, answer);
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
    const reason = code || (error instanceof Error ? error.name : "error");
    return neverSent.has(code) ? { kind: "later", reason } : { kind: "unsure", reason };
  }
}

/** Codes of errors before a connection was established. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
