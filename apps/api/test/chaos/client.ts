import { sharedUser } from "@jipei/contract/auth/auth.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { basic, password } from "../support/sign-in.ts";

/** No answer, 503 or 507: it is unknown whether the write was done. */
export class Unanswered extends Error {}

/** What callers saw during a campaign. */
export interface Seen {
  requests: number;
  /** What broke where no answer came at all: the connection was refused or cut, or 30 s had passed. */
  broken: string[];
  /** 503 with Retry-After, and 507 while the disk is full. */
  unavailable: number;
  /** Answers that must never come: 500, 503 without Retry-After, and refusals of valid requests. */
  unexpected: string[];
}

export const nothingSeen = (): Seen => ({ requests: 0, broken: [], unavailable: 0, unexpected: [] });

/** A signed-in user who sends requests to whichever node serves. */
export interface Caller {
  /** @throws Unanswered; Error for a request that is refused */
  ask<I, O>(call: Call<I, O>, input: I | FormData): Promise<O>;
}

interface Account {
  account: string;
  loginType?: "0" | "1" | "2";
}

/** @param address returns the address of a node that serves, if there is one */
export function getCaller(
  { account, loginType = "0" }: Account,
  address: () => string | undefined,
  seen: () => Seen,
): Caller {
  let token: string | undefined;

  async function fetched(path: string, init: RequestInit): Promise<Response> {
    const node = address();
    if (!node) throw new Unanswered("no node serves");
    seen().requests++;
    const response = await fetch(node + path, { ...init, signal: AbortSignal.timeout(30_000) }).catch(
      (error: unknown) => {
        const reason = String((error as Error).cause ?? error);
        seen().broken.push(`${path}: ${reason}`);
        throw new Unanswered(reason);
      },
    );
    if (response.status === 503 && response.headers.has("retry-after")) {
      seen().unavailable++;
      throw new Unanswered("503");
    }
    if (response.status === 507) {
      seen().unavailable++;
      throw new Unanswered("507");
    }
    if (response.status >= 500) seen().unexpected.push(`${path}: ${response.status} ${await response.clone().text()}`);
    return response;
  }

  async function signIn(): Promise<string> {
    const username =
      loginType !== "0"
        ? JSON.stringify({
            loginType,
            userId: loginType === "1" ? sharedUser.institution : sharedUser.student,
            extUserId: account,
            loginMethod: "1",
            programNo: "ZJGTRAIN",
          })
        : account;
    const response = await fetched("/api/oauth/token", {
      method: "POST",
      headers: { authorization: basic() },
      body: new URLSearchParams({ grant_type: "password", username, password }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`${account} cannot sign in: ${JSON.stringify(body)}`);
    return body.access_token;
  }

  return {
    async ask(call, input) {
      token ??= await signIn();
      const isForm = input instanceof FormData;
      const inAddress = call.method === "GET" || call.style === "query";
      const query = inAddress
        ? `?${new URLSearchParams(Object.entries(input ?? {}).map(([name, value]): [string, string] => [name, String(value)]))}`
        : "";
      const body = isForm ? input : JSON.stringify(input);
      const headers = { token, ...(!isForm && !inAddress && { "content-type": "application/json" }) };
      const response = await fetched(call.path + query, {
        method: call.method,
        headers,
        body: inAddress ? null : body,
      });
      // A response whose body breaks off counts as none.
      const answer = (await response.json().catch((error: unknown) => {
        throw new Unanswered(String(error));
      })) as { code: number; msgEn: string; data: never };
      if (response.ok) return answer.data;
      const refusal = `${call.name}: ${response.status} ${answer.msgEn}`;
      if (response.status < 500) seen().unexpected.push(refusal);
      throw new Error(refusal);
    },
  };
}
