import { createHmac } from "node:crypto";
import { type SmsProvider, notTaken } from "./provider.ts";

const host = "sms.qiniuapi.com";
const path = "/v1/message/single";
const contentType = "application/json";

export const qiniu: SmsProvider = {
  request(account, { phone, params }) {
    const body = JSON.stringify({
      template_id: account.templateId,
      mobile: phone,
      parameters: Object.fromEntries(params),
    });
    return {
      url: `https://${host}${path}`,
      headers: {
        "content-type": contentType,
        authorization: `Qiniu ${account.accessKey}:${signQiniu(account.secretKey, body)}`,
      },
      body,
    };
  },
  read(status, body) {
    return status === 200 && body?.message_id
      ? { kind: "sent", receipt: String(body.message_id) }
      : notTaken(status, body?.error, body?.message, ["TooManyRequests", "InternalError"]);
  },
};

/** HMAC-SHA1 over request line, host, content type and body, in the alphabet of addresses. */
export const signQiniu = (secretKey: string, body: string): string =>
  createHmac("sha1", secretKey)
    .update(`POST ${path}\nHost: ${host}\nContent-Type: ${contentType}\n\n${body}`)
    .digest("base64")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
