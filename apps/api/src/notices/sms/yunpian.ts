import { type SmsProvider, getPart, getText, notTaken } from "./provider.ts";

/** Codes of: too many to this number in half a minute, in an hour; too many at once; internal errors of the provider. */
const busy = ["8", "33", "-50", "-51", "-52", "-53"];

/** Takes texts and finds the template by itself. The key is in the body, over TLS. */
export const yunpian: SmsProvider = {
  request(account, { phone, text }) {
    const body = new URLSearchParams({
      apikey: account.accessKey,
      mobile: phone,
      text: `【${account.signName}】${text}`,
    });
    return {
      url: "https://sms.yunpian.com/v2/sms/single_send.json",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: body.toString(),
    };
  },
  read(status, body) {
    const code = getPart(body, "code");
    return status === 200 && code === 0
      ? { kind: "sent", receipt: getText(getPart(body, "sid")) }
      : notTaken(status, code, getPart(body, "msg") ?? getPart(body, "detail"), busy);
  },
};
