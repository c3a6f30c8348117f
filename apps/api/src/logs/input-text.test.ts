import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { token } from "@jipei/contract/auth/auth.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { StudentAccount } from "@jipei/contract/training/student-account.ts";
import { smsProviderCalls } from "@jipei/contract/notices/sms-provider.ts";
import { regionCalls } from "@jipei/contract/settings/region.ts";
import { call } from "@jipei/contract/core/call.ts";
import { list, record, saveShape } from "@jipei/contract/core/fields/shape.ts";
import { text } from "@jipei/contract/core/fields/field.ts";
import { getPlace } from "./error-row.ts";
import { inputText } from "./input-text.ts";
import { logText } from "./log-text.ts";

const read = (shape: Parameters<typeof inputText>[0], input: unknown) =>
  JSON.parse(inputText(shape, input, 2000) as string);

describe("inputText", () => {
  it("leaves out secrets by declaration and by name, at any depth", () => {
    const input = {
      grant_type: "password",
      username: '{"userId":"13812345678"}',
      password: "Sesame-7qv-26",
      refresh_token: "abc",
    };
    assert.deepEqual(read(token.input, input), {
      grant_type: "password",
      username: "***",
      password: "***",
      refresh_token: "***",
    });
    const deep = call({
      name: "X.y",
      method: "POST",
      path: "/api/x/y",
      zh: "x",
      en: "x",
      access: "public",
      input: list(record({ a: text(10, "a", "a") })),
    });
    assert.deepEqual(
      read(deep.input, [
        { a: "x", other: { newPassword: "p", code: "123456", smsCode: "1", accessKey: "k", Authorization: "Basic x" } },
      ]),
      [{ a: "x", other: { newPassword: "***", code: "***", smsCode: "***", accessKey: "***", Authorization: "***" } }],
    );
  });

  it("leaves out the values of a text message", () => {
    assert.deepEqual(
      read(smsProviderCalls.sendMessage.input, { code: "A1", phones: "13812345678", params: '{"code":"123456"}' }),
      { code: "***", phones: "138****5678", params: "***" },
    );
  });

  it("masks personal data by its field, in any form", () => {
    const shape = saveShape(StudentAccount);
    assert.deepEqual(read(shape, { idNumber: "32010219900307221X", phone: "13812345678" }), {
      idNumber: "320102********221X",
      phone: "138****5678",
    });
    assert.deepEqual(read(shape, { phone: 13812345678, idNumber: "not an ID at all" }), {
      phone: "138****5678",
      idNumber: "not an****** all",
    });
    assert.deepEqual(read(signUpCalls.list.input, { idNumber_equal: "32010219900307221X", current: "1" }), {
      idNumber_equal: "320102********221X",
      current: "1",
    });
  });

  it("keeps a code that an entity declares", () => {
    assert.deepEqual(read(regionCalls.submit.input, { code: "329999", name: "测试县" }), {
      code: "329999",
      name: "测试县",
    });
  });

  it("cuts an input, and reads no more of it than it keeps", () => {
    const rows = Array.from({ length: 100_000 }, () => ({ a: "x".repeat(100) }));
    let reads = 0;
    const watched = new Proxy(rows, { get: (target, name, self) => (reads++, Reflect.get(target, name, self)) });
    const kept = inputText(list(record({ a: text(1000, "a", "a") })), watched, 500) as string;
    assert.ok(kept.length <= 501, String(kept.length));
    assert.ok(reads < 100, String(reads));
    assert.equal(inputText(record({}), {}, 500), null);
    assert.equal(inputText(record({}), { a: 1 }, 0), null);
  });
});

describe("logText", () => {
  it("masks ID and phone numbers, and leaves out tokens and passwords", () => {
    assert.equal(
      logText("电话138 1234 5678，身份证32010219900307221x，卡号6222021234567890123", 200),
      "电话138******5678，身份证320102********221x，卡号6222***********0123",
    );
    assert.equal(logText("Key (id_number)=(320102900307221) exists", 100), "Key (id_number)=(3201*******7221) exists");
    assert.equal(
      logText("Authorization: Bearer abcdefgh.x password=Sesame-7qv-26&next=1", 100),
      "Authorization: Bearer *** password=***&next=1",
    );
    assert.equal(logText(`at eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqaXBlaSJ9.${"a".repeat(43)} end`, 200), "at *** end");
    assert.equal(
      logText(JSON.stringify({ info: JSON.stringify({ password: "a\\b", smsCode: "739215", x: 1 }) }), 200),
      '{"info":"{\\"password\\":\\"***\\",\\"smsCode\\":\\"***\\",\\"x\\":1}"}',
    );
    assert.equal(logText("2026-11-20 10:30:00 row 1234567890", 100), "2026-11-20 10:30:00 row 1234567890");
    assert.equal(logText("a\u0000b\ud800", 10), "ab\ufffd");
  });

  it("leaves out secrets in any notation", () => {
    const kept: Record<string, string> = {
      '{"newPassword1":"Sesame-7qv-26","secretKey":"abc","accessKey":"def"}':
        '{"newPassword1":"***","secretKey":"***","accessKey":"***"}',
      '{"password":"a&b, c;d"} next': '{"password":"***"} next',
      [JSON.stringify({ info: JSON.stringify({ password: 'a"b, c', x: 1 }) })]:
        '{"info":"{\\"password\\":\\"***\\",\\"x\\":1}"}',
      "pwd = 'two words', then": "pwd = '***', then",
      "apiKey: sk-1 recovery_code=ab-cd": "apiKey: *** recovery_code=***",
      "Cookie: a=b; session=s3cr3t\nHost: x": "Cookie: ***\nHost: x",
      "sent bearer abcdefgh1 to": "sent bearer *** to",
      "postgres://jipei:Sesame-7qv-26@10.0.0.1:5432/x": "postgres://***@10.0.0.1:5432/x",
      "?q=%7B%22phone%22%3A%2213812345678%22%7D&password%3DSesame-7qv-26":
        "?q=%7B%22phone%22%3A%22138****5678%22%7D&password%3D***",
      "您的验证码为 739215，5分钟内有效": "您的验证码为 ***，5分钟内有效",
      "320102 19900307 2213，320102199003072219320102199003072218":
        "320102**********2213，3201****************************2218",
      'relation "x" does not exist, code: 42P01, at http://a/b.js:12:34, token expired':
        'relation "x" does not exist, code: 42P01, at http://a/b.js:12:34, token expired',
    };
    for (const [text, expected] of Object.entries(kept)) assert.equal(logText(text, 500), expected);
  });

  it("is fast for malicious texts too", () => {
    const ends = ["", "!", '"', "@"];
    for (const part of [
      "-",
      "a.",
      "aaaaaaaaaa.",
      " ",
      "\n",
      "\r",
      "\\",
      '"',
      "://",
      ":",
      "password",
      'password:"',
      "cookie=",
      "bearer ",
      "1 ",
      "%22",
      "at ",
      "x@",
      "a:1",
    ])
      for (const end of ends) {
        const text = `:${part.repeat(200_000 / part.length)}${end}`;
        const start = performance.now();
        logText(text, text.length);
        getPlace(text);
        assert.ok(performance.now() - start < 3000, `${JSON.stringify(part)} and ${end}`);
      }
  });

  it("masks a cut text as if it were whole", () => {
    for (let length = 1; length < 30; length++) {
      assert.doesNotMatch(logText(`证32010219900307221X`, length), /1990/);
      assert.doesNotMatch(
        inputText(saveShape(StudentAccount), { idNumber: "32010219900307221X" }, length) ?? "",
        /1990/,
      );
    }
    assert.equal(logText("token=a token=b", 15).length, 16);
    assert.ok(logText("ab😀", 3).isWellFormed());
  });
});
