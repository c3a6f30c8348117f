import { createHmac } from "node:crypto";
import { type SmsProvider, getPart, getText, notTaken } from "./provider.ts";

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
    const receipt = getText(getPart(body, "message_id"));
    return status === 200 && receipt
      ? { kind: "sent", receipt }
      : notTaken(status, getPart(body, "error"), getPart(body, "message"), ["TooManyRequests", "InternalError"]);
  },
};

/** HMAC-SHA1 over request line, host, content type and body, in URL-safe base64. */
export const signQiniu = (secretKey: string, body: string): string =>
  createHmac("sha1", secretKey)
    .update(`POST ${path}\nHost: ${host}\nContent-Type: ${contentType}\n\n${body}`)
    .digest("base64")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
