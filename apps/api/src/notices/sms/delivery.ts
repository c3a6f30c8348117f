import type { SmsCategory } from "@jipei/contract/notices/sms-provider.ts";
import { aliyun } from "./aliyun.ts";
import type { SmsAnswer, SmsProvider, SmsRequest } from "./provider.ts";
import { qiniu } from "./qiniu.ts";
import { tencent } from "./tencent.ts";
import { yunpian } from "./yunpian.ts";

/** Local settings send nothing over the net. */
export const providers: Readonly<Record<Exclude<SmsCategory, "5">, SmsProvider>> = {
  "1": yunpian,
  "2": qiniu,
  "3": aliyun,
  "4": tencent,
};

/** How a request gets to its provider; a test puts a double in its place. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Milliseconds a provider may take, and characters of its answer that are read. */
const [patience, longest] = [10_000, 65_536];

/** `unsure`: it went out and nobody said what became of it. */
export type Delivery = SmsAnswer | { kind: "unsure"; reason: string };

/** Hands a request to its provider and reads the answer; never throws. A redirect is no answer. */
export async function deliver(provider: SmsProvider, request: SmsRequest, transport: Transport): Promise<Delivery> {
  try {
    const response = await transport(request.url, {
      method: "POST",
      headers: request.headers,
      body: request.body,
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
    const answer = parsed((await response.text()).slice(0, longest));
    if (answer === null && response.status >= 500) return { kind: "unsure", reason: `HTTP ${response.status}` };
    return provider.read(response.status, answer);
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
    const reason = code || (error instanceof Error ? error.name : "error");
    return neverLeft.has(code) ? { kind: "later", reason } : { kind: "unsure", reason };
  }
}

/** Faults before a connection stood. */
const neverLeft = new Set([
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
