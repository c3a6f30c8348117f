import { createHash, createHmac } from "node:crypto";
import { type SmsProvider, type SmsRequest, getPart, getText, notTaken } from "./provider.ts";

const host = "sms.tencentcloudapi.com";
const standardRegion = "ap-guangzhou";
const busy = [
  "RequestLimitExceeded",
  "InternalError",
  "InternalError.Timeout",
  "LimitExceeded.PhoneNumberThirtySecondLimit",
  "LimitExceeded.DeliveryFrequencyLimit",
];

/** Its template ID is written `application:template`: an application of this provider has templates of its own. */
export const tencent: SmsProvider = {
  request(account, { phone, params }, { time }) {
    const [application = "", template = ""] = account.templateId.split(":");
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: application,
      SignName: account.signName,
      TemplateId: template,
      TemplateParamSet: params.map(([, value]) => value),
    });
    return signTc3(
      {
        host,
        service: "sms",
        action: "SendSms",
        version: "2021-01-11",
        region: account.regionId || standardRegion,
        body,
        accessKey: account.accessKey,
        secretKey: account.secretKey,
        contentType: "application/json; charset=utf-8",
      },
      time,
    );
  },
  read(status, body) {
    const response = getPart(body, "Response");
    const message = getPart(getPart(response, "SendStatusSet"), 0);
    if (status === 200 && getPart(message, "Code") === "Ok")
      return { kind: "sent", receipt: getText(getPart(message, "SerialNo")) };
    const failed = getPart(response, "Error") ?? message;
    return notTaken(status, getPart(failed, "Code"), getPart(failed, "Message"), busy);
  },
};

export interface Tc3Call {
  host: string;
  service: string;
  action: string;
  version: string;
  region: string;
  body: string;
  contentType: string;
  accessKey: string;
  secretKey: string;
}

/** A POST signed by TC3-HMAC-SHA256. */
export function signTc3(
  { host, service, action, version, region, body, contentType, accessKey, secretKey }: Tc3Call,
  time: Date,
): SmsRequest {
  const seconds = String(Math.floor(time.getTime() / 1000));
  const day = time.toISOString().slice(0, 10);
  const names = "content-type;host;x-tc-action";
  const canonical = [
    "POST",
    "/",
    "",
    `content-type:${contentType}`,
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), "tc3_request");
  const signature = hmac(key, ["TC3-HMAC-SHA256", seconds, scope, sha256(canonical)].join("\n")).toString("hex");
  const headers = {
    "content-type": contentType,
    "x-tc-action": action,
    "x-tc-version": version,
    "x-tc-timestamp": seconds,
    "x-tc-region": region,
    authorization: `TC3-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
  return { url: `https://${host}/`, headers, body };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
