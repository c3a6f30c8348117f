import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Transport } from "../../src/notices/sms/delivery.ts";

export interface TakenSms {
  provider: string;
  phone: string;
  text: string;
}

/** What the fake does with the next requests: answers as usual, answers «too fast», accepts and hangs up, or times out. */
export type Mood = "fine" | "busy" | "hangUp" | "refuse";

/**
 * The four providers in one server. The signature of each request is computed again from what arrived, by the providers' own description
 * and not by the code under test; a wrong one is refused in the provider's way.
 */
export async function fakeSms(keys: { accessKey: string; secretKey: string }) {
  const taken: TakenSms[] = [];
  const mood: { now: Mood; asked: number } = { now: "fine", asked: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      mood.asked++;
      const host = String(request.headers["x-meant-for"]);
      const body = Buffer.concat(chunks).toString();
      const parsed = hosts[host]?.(request.headers as Record<string, string>, request.url ?? "/", body, keys);
      const say = (status: number, answer: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
      if (!parsed)
        return say(403, {
          Code: "SignatureDoesNotMatch",
          code: -1,
          error: "BadToken",
          Response: { Error: { Code: "AuthFailure.SignatureFailure" } },
        });
      if (mood.now === "busy")
        return say(429, {
          Code: "Throttling",
          code: -51,
          error: "TooManyRequests",
          Response: { Error: { Code: "RequestLimitExceeded" } },
        });
      if (mood.now === "refuse")
        return say(400, {
          Code: "isv.MOBILE_NUMBER_ILLEGAL",
          code: 2,
          msg: "bad number",
          error: "BadMobile",
          Response: { Error: { Code: "InvalidParameterValue" } },
        });
      taken.push({ provider: host, ...parsed });
      if (mood.now === "hangUp") return void request.socket.destroy();
      say(200, {
        Code: "OK",
        BizId: "r1",
        code: 0,
        sid: "r1",
        message_id: "r1",
        Response: { SendStatusSet: [{ Code: "Ok", SerialNo: "r1" }] },
      });
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  /** Sends requests for any of the providers' hosts to the fake; other requests stay as they are. */
  const transport: Transport = (url, init) => {
    const meant = new URL(url);
    return fetch(`http://127.0.0.1:${port}${meant.pathname}${meant.search}`, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        "x-meant-for": meant.protocol === "https:" ? meant.host : "no TLS",
      },
    });
  };
  return { taken, mood, transport, close: () => new Promise((done) => void server.close(done)) };
}

type ParsedSms = Omit<TakenSms, "provider"> | null;
type Judge = (
  headers: Record<string, string>,
  url: string,
  body: string,
  keys: { accessKey: string; secretKey: string },
) => ParsedSms;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac256 = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const hosts: Readonly<Record<string, Judge>> = {
  "dysmsapi.aliyuncs.com": (headers, url, body, keys) => {
    const [, access, names = "", signature] =
      /^ACS3-HMAC-SHA256 Credential=(\S+),SignedHeaders=(\S+),Signature=(\S+)$/.exec(headers.authorization ?? "") ?? [];
    const age = Math.abs(Date.now() - Date.parse(headers["x-acs-date"] ?? ""));
    const lines = names
      .split(";")
      .map((name) => `${name}:${name === "host" ? headers["x-meant-for"] : headers[name]}\n`)
      .join("");
    const canonical = `POST\n/\n${url.split("?")[1]}\n${lines}\n${names}\n${sha256(body)}`;
    const query = new URL(url, "https://x").searchParams;
    if (
      access !== keys.accessKey ||
      age > 900_000 ||
      query.get("SignName") !== "技培" ||
      hmac256(keys.secretKey, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString("hex") !== signature
    )
      return null;
    return {
      phone: query.get("PhoneNumbers") ?? "",
      text: `${query.get("TemplateCode")} ${query.get("TemplateParam")}`,
    };
  },
  "sms.tencentcloudapi.com": (headers, _url, body, keys) => {
    const [, access, day = "", service = "", names = "", signature] =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/([^/]+)\/([^/]+)\/tc3_request, SignedHeaders=(\S+), Signature=(\S+)$/.exec(
        headers.authorization ?? "",
      ) ?? [];
    const lines = names
      .split(";")
      .map(
        (name) =>
          `${name}:${(name === "host" ? (headers["x-meant-for"] ?? "") : (headers[name] ?? "")).toLowerCase()}\n`,
      )
      .join("");
    const toSign = `TC3-HMAC-SHA256\n${headers["x-tc-timestamp"]}\n${day}/${service}/tc3_request\n${sha256(`POST\n/\n\n${lines}\n${names}\n${sha256(body)}`)}`;
    const key = hmac256(hmac256(hmac256(`TC3${keys.secretKey}`, day), service), "tc3_request");
    if (access !== keys.accessKey || hmac256(key, toSign).toString("hex") !== signature) return null;
    const parsed = JSON.parse(body);
    return {
      phone: String(parsed.PhoneNumberSet[0]).replace("+86", ""),
      text: `${parsed.SmsSdkAppId}:${parsed.TemplateId} ${parsed.TemplateParamSet.join("|")}`,
    };
  },
  "sms.qiniuapi.com": (headers, url, body, keys) => {
    const right = createHmac("sha1", keys.secretKey)
      .update(`POST ${url}\nHost: ${headers["x-meant-for"]}\nContent-Type: ${headers["content-type"]}\n\n${body}`)
      .digest("base64")
      .replace(/\+/g, "-")
      .replace(/\//g, "_");
    if (headers.authorization !== `Qiniu ${keys.accessKey}:${right}`) return null;
    const parsed = JSON.parse(body);
    return { phone: parsed.mobile, text: `${parsed.template_id} ${JSON.stringify(parsed.parameters)}` };
  },
  "sms.yunpian.com": (_headers, _url, body, keys) => {
    const parsed = new URLSearchParams(body);
    return parsed.get("apikey") === keys.accessKey
      ? { phone: parsed.get("mobile") ?? "", text: parsed.get("text") ?? "" }
      : null;
  },
};
