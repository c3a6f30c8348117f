import { refreshCookieHeader, token, webClient } from "@jipei/contract/auth/auth.ts";
import type { SessionInfo, TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { EncryptedBody } from "@jipei/contract/auth/envelope.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { CallError, networkError } from "./call-error.ts";
import type { Download, InputOf, OutputOf } from "./call-input.ts";
import { silentCodes } from "../session/constants.ts";
import { language, languageTag } from "../i18n/language.ts";
import { notify } from "../ui/notify.ts";
import { seeRightsMark } from "../session/rights-mark.ts";
import { expireSession, getSession, setLock, updateInfo } from "../session/session.ts";
import { tenantHeader } from "../session/tenant.ts";
import { accessToken, storeToken } from "../session/tokens.ts";

export interface InvokeOptions {
  /** Raise no message to the user; the caller shows the error itself. */
  silent?: boolean;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

interface Envelope {
  code?: number;
  success?: boolean;
  data?: unknown;
  msg?: string;
  msgEn?: string;
  errorCode?: string;
  error?: string;
  error_description?: string;
  error_description_en?: string;
}

const basic = `Basic ${btoa(`${webClient.id}:${webClient.secret}`)}`;

/**
 * Makes a call of the contract.
 * @throws CallError when it is refused or the server cannot be reached; the user then sees a message, unless `silent`
 */
export async function invoke<I, O>(
  call: Call<I, O>,
  input: InputOf<I>,
  options: InvokeOptions = {},
): Promise<OutputOf<O>> {
  try {
    return await sendOrRecover(call, input, options);
  } catch (error) {
    const shows = error instanceof CallError && !options.silent && !silentCodes.includes(error.status);
    if (shows) notify("error", error.text());
    throw error;
  }
}

/** Sends a request again after failures that the user need not know of: an expired token, keys of an earlier session. */
async function sendOrRecover<I, O>(call: Call<I, O>, input: InputOf<I>, options: InvokeOptions): Promise<OutputOf<O>> {
  if (!call.flat) await resumeSession();
  const used = accessToken();
  try {
    return await send(call, input, options);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.errorCode === "ENVELOPE_INVALID") {
      (await import("./envelope.ts")).forgetKeys();
      return send(call, input, options);
    }
    // Locked from another window, or a browser whose lock was removed by a script.
    if (error.errorCode === "SESSION_LOCKED") setLock({ locked: true });
    if (error.status === 401 && used && !call.flat) {
      if (await renewToken(used)) return send(call, input, options);
      expireSession();
    }
    throw error;
  }
}

async function send<I, O>(call: Call<I, O>, input: InputOf<I>, options: InvokeOptions): Promise<OutputOf<O>> {
  const request = await getRequest(call, input ?? {});
  const response = await fetch(request.url, {
    method: call.method,
    headers: {
      ...sessionHeaders(),
      ...(call.flat && { [refreshCookieHeader]: "1" }),
      ...request.headers,
      ...options.headers,
    },
    body: request.body,
    signal: options.signal,
    credentials: "include",
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : networkError();
  });
  seeRightsMark(response.headers.get("Rights-Mark"));
  const requestId = response.headers.get("X-Request-Id");
  if (response.ok && call.output.shape === "file") return (await getDownload(response)) as OutputOf<O>;
  const answer = readAnswer(await response.json().catch(() => ({})), response.ok ? request.open : undefined);
  if (call.flat) {
    if (response.ok) return answer as OutputOf<O>;
    throw flatError(response.status, answer, requestId);
  }
  const code = answer.code ?? response.status;
  if (code !== 200) throw new CallError(code, { ...answer, msg: answer.msg ?? answer.error_description }, requestId);
  return answer.data as OutputOf<O>;
}

const flatError = (status: number, answer: Envelope, requestId: string | null) =>
  new CallError(
    status,
    {
      errorCode: answer.error ?? answer.errorCode,
      msg: answer.error_description ?? answer.msg,
      msgEn: answer.error_description_en ?? answer.msgEn,
      data: answer,
    },
    requestId,
  );

export function sessionHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    Authorization: basic,
    "Accept-Language": languageTag(language()),
    "Client-Time": String(Date.now()),
  };
  const token = accessToken();
  const info = getSession().info;
  if (token) headers.Token = token;
  else Object.assign(headers, tenantHeader());
  if (info)
    Object.assign(headers, { depids: info.depids ?? "", groupids: info.groupids ?? "", roleids: info.roleids ?? "" });
  return headers;
}

/** The response to an encrypted request is encrypted too, except refusals. */
const readAnswer = (answer: unknown, open: Prepared["open"]): Envelope =>
  (open ? JSON.parse(open(answer as EncryptedBody)) : answer) as Envelope;

interface Prepared {
  url: string;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Decrypts the response of an encrypted call. */
  open?: (answer: EncryptedBody) => string;
}

async function getRequest(call: Call, input: Record<string, unknown>): Promise<Prepared> {
  switch (call.style) {
    case "query": {
      const query = parameters(input).toString();
      return { url: query ? `${call.path}?${query}` : call.path };
    }
    case "form":
      return { url: call.path, body: parameters(input) };
    case "multipart":
      return { url: call.path, body: formData(input) };
    case "body":
      return { url: call.path, body: JSON.stringify(input), headers: { "Content-Type": "application/json" } };
    case "encrypted": {
      const { encryptCall: sealCall } = await import("./envelope.ts");
      const { body, open } = await sealCall(call.path, input);
      return { url: call.path, body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, open };
    }
  }
}

/** Empty values are left out: an empty filter is no filter. */
function parameters(input: Record<string, unknown>): URLSearchParams {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value != null && value !== "") result.set(name, asText(value));
  return result;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function formData(input: Record<string, unknown>): FormData {
  const form = new FormData();
  const put = (name: string, value: unknown) =>
    value instanceof Blob ? form.append(name, value) : form.append(name, asText(value));
  for (const [name, value] of Object.entries(input)) {
    if (value == null) continue;
    if (Array.isArray(value) && value.some((one) => one instanceof Blob)) for (const one of value) put(name, one);
    else put(name, value);
  }
  return form;
}

async function getDownload(response: Response): Promise<Download> {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  return { blob: await response.blob(), name: encoded ? decodeURIComponent(encoded) : (plain ?? "download") };
}

let renewing: Promise<boolean> | null = null;

/**
 * Swaps the refresh token, which is in a cookie, for a new pair. Windows that do this at the same time do so one after the other.
 * @param used the token that is too old, null where the window has none yet; when it was replaced meanwhile, nothing is left to do
 * @returns false when the session cannot be continued
 */
export function renewToken(used: string | null): Promise<boolean> {
  renewing ??= exclusively(async () => {
    const { info } = getSession();
    if (!info) return false;
    if (accessToken() !== used) return accessToken() !== null;
    try {
      const answer = await send(token, { grant_type: "refresh_token", scope: "all" }, {});
      // Another user has signed in by another window; this window gets the storage event in a moment and reloads.
      if (answer.userId !== info.userId) return false;
      storeToken(answer);
      if (used === null) updateInfo(getInfo(answer), true);
      return true;
    } catch (error) {
      // Only a refusal ends the session; a server that is unavailable for a moment does not.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) return false;
      throw error;
    }
  }).finally(() => (renewing = null));
  return renewing;
}

/** The user in an answer with tokens. */
export function getInfo(answer: TokenAnswer): SessionInfo {
  const {
    access_token: _access,
    refresh_token: _refresh,
    token_type: _type,
    expires_in: _seconds,
    scope: _scope,
    envelope: _envelope,
    ...info
  } = answer;
  return info;
}

/** Gets the token of a window that was loaded while a user is signed in; its first calls wait for that. An expired session ends here. */
export async function resumeSession(): Promise<void> {
  if (!getSession().info || accessToken()) return;
  if (!(await renewToken(null)) && getSession().info) expireSession();
}

/** Browsers offer locks on https and localhost only; elsewhere the server's grace for the old refresh token covers the race. */
const exclusively = <T>(action: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request("jipei-token", action) : action();
