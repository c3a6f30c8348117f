import { createHash, createHmac } from "node:crypto";
import { type Moment, type SmsProvider, type SmsRequest, getPart, getText, notTaken } from "./provider.ts";

const host = "dysmsapi.aliyuncs.com";
const busy = ["isv.BUSINESS_LIMIT_CONTROL", "Throttling", "Throttling.User", "isp.SYSTEM_ERROR", "ServiceUnavailable"];

export const aliyun: SmsProvider = {
  request(account, { phone, params }, moment) {
    const query = {
      PhoneNumbers: phone,
      SignName: account.signName,
      TemplateCode: account.templateId,
      TemplateParam: JSON.stringify(Object.fromEntries(params)),
    };
    return signAcs3(
      {
        host,
        action: "SendSms",
        version: "2017-05-25",
        query,
        accessKey: account.accessKey,
        secretKey: account.secretKey,
      },
      moment,
    );
  },
  read(status, body) {
    const code = getPart(body, "Code");
    return status === 200 && code === "OK"
      ? { kind: "sent", receipt: getText(getPart(body, "BizId")) }
      : notTaken(status, code, getPart(body, "Message"), busy);
  },
};

export interface Acs3Call {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  accessKey: string;
  secretKey: string;
}

/** A POST without body, signed by ACS3-HMAC-SHA256. */
export function signAcs3(
  { host, action, version, query, accessKey, secretKey }: Acs3Call,
  { time, nonce }: Moment,
): SmsRequest {
  const address = Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  const bodyHash = sha256("");
  const signed: Record<string, string> = {
    host,
    "x-acs-action": action,
    "x-acs-content-sha256": bodyHash,
    "x-acs-date": `${time.toISOString().slice(0, 19)}Z`,
    "x-acs-signature-nonce": nonce,
    "x-acs-version": version,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    "POST",
    "/",
    address,
    ...names.map((name) => `${name}:${signed[name]}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const signature = createHmac("sha256", secretKey)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest("hex");
  const { host: _host, ...headers } = signed;
  return {
    url: `https://${host}/?${address}`,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${accessKey},SignedHeaders=${names.join(";")},Signature=${signature}`,
    },
    body: "",
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Percent-encoding by RFC 3986, with the characters that encodeURIComponent does not encode. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
