import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aliyun, signAcs3 } from "./aliyun.ts";
import { qiniu, signQiniu } from "./qiniu.ts";
import { signTc3, tencent } from "./tencent.ts";
import { yunpian } from "./yunpian.ts";

const account = { accessKey: "AK", secretKey: "SK", signName: "技培", templateId: "SMS_1", regionId: "" };
const order = { phone: "13800000000", text: "验证码123456", params: [["code", "123456"]] as const };
const moment = { time: new Date("2026-11-20T01:02:03Z"), nonce: "n" };

describe("signAcs3", () => {
  it("returns the signature that Aliyun publishes for its example", () => {
    const { headers } = signAcs3(
      {
        host: "ecs.cn-shanghai.aliyuncs.com",
        action: "RunInstances",
        version: "2014-05-26",
        query: { RegionId: "cn-shanghai", ImageId: "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd" },
        accessKey: "YourAccessKeyId",
        secretKey: "YourAccessKeySecret",
      },
      { time: new Date("2023-10-26T10:22:32Z"), nonce: "3156853299f313e23d1673dc12e1703d" },
    );
    assert.match(
      headers.authorization ?? "",
      /Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/,
    );
  });
});

describe("signTc3", () => {
  it("returns the signature that Tencent publishes for its example, whose secret is 32 stars", () => {
    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
    const { headers } = signTc3(
      {
        host: "cvm.tencentcloudapi.com",
        service: "cvm",
        action: "DescribeInstances",
        version: "2017-03-12",
        region: "ap-guangzhou",
        body,
        contentType: "application/json; charset=utf-8",
        accessKey: "AKID",
        secretKey: "*".repeat(32),
      },
      new Date(1551113065_000),
    );
    assert.match(
      headers.authorization ?? "",
      /Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f$/,
    );
  });
});

describe("signQiniu", () => {
  it("returns the HMAC-SHA1 of openssl in URL-safe base64", () => {
    assert.equal(
      signQiniu("MY_SECRET_KEY", '{"template_id":"1","mobile":"13800000000","parameters":{"code":"123456"}}'),
      "8DIxLsiyT_cboCY5HRm51AhleeM=",
    );
  });
});

describe("the requests to a provider", () => {
  it("use the provider's own address and text format", () => {
    assert.equal(
      aliyun.request(account, order, moment).url,
      `https://dysmsapi.aliyuncs.com/?PhoneNumbers=13800000000&SignName=${encodeURIComponent("技培")}&TemplateCode=SMS_1&TemplateParam=${encodeURIComponent('{"code":"123456"}')}`,
    );
    const sent = tencent.request({ ...account, templateId: "1400:77" }, order, moment);
    assert.deepEqual(
      [sent.url, sent.headers["x-tc-region"], JSON.parse(sent.body)],
      [
        "https://sms.tencentcloudapi.com/",
        "ap-guangzhou",
        {
          PhoneNumberSet: ["+8613800000000"],
          SmsSdkAppId: "1400",
          SignName: "技培",
          TemplateId: "77",
          TemplateParamSet: ["123456"],
        },
      ],
    );
    assert.deepEqual(JSON.parse(qiniu.request(account, order, moment).body), {
      template_id: "SMS_1",
      mobile: "13800000000",
      parameters: { code: "123456" },
    });
    assert.equal(new URLSearchParams(yunpian.request(account, order, moment).body).get("text"), "【技培】验证码123456");
  });
});

describe("the answers of a provider", () => {
  it("are told apart: accepted, refused and busy", () => {
    assert.deepEqual(aliyun.read(200, { Code: "OK", BizId: "9" }), { kind: "sent", receipt: "9" });
    assert.deepEqual(aliyun.read(200, { Code: "isv.MOBILE_NUMBER_ILLEGAL", Message: "x" }), {
      kind: "refused",
      reason: "isv.MOBILE_NUMBER_ILLEGAL x",
    });
    assert.equal(aliyun.read(200, { Code: "isv.BUSINESS_LIMIT_CONTROL" }).kind, "later");
    assert.deepEqual(tencent.read(200, { Response: { SendStatusSet: [{ Code: "Ok", SerialNo: "s" }] } }), {
      kind: "sent",
      receipt: "s",
    });
    assert.deepEqual(
      tencent.read(200, { Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "bad" } } }),
      { kind: "refused", reason: "AuthFailure.SignatureFailure bad" },
    );
    assert.equal(qiniu.read(401, { error: "BadToken" }).kind, "refused");
    assert.equal(qiniu.read(503, null).kind, "later");
    assert.deepEqual(yunpian.read(200, { code: 0, sid: 7 }), { kind: "sent", receipt: "7" });
    assert.equal(yunpian.read(400, { code: 33 }).kind, "later");
    assert.deepEqual(yunpian.read(400, null), { kind: "refused", reason: "HTTP 400" });
  });
});
