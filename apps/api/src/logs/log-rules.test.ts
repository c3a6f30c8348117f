import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { token as tokenCall } from "@jipei/contract/auth/auth.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { apiLogCalls } from "@jipei/contract/logs/api-log.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { registrationCalls } from "@jipei/contract/users/registration.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { basic } from "../../test/support/sign-in.ts";
import { startTestApp, type TestApp } from "../../test/support/test-app.ts";
import { type RunningJournal, createJournal } from "./journal.ts";
import { logs } from "./logs.routes.ts";

/** The parameters of the logs, and what must never be in a log. */
let app: TestApp;
let journal: RunningJournal;
before(async () => {
  app = await startTestApp(undefined, createJournal);
  journal = app.journal as RunningJournal;
});
after(async () => {
  await journal.close();
  await app.close();
});
beforeEach(async () => {
  await journal.flush();
  await app.pool.query("truncate usual_log, api_log, error_log");
});

const tables = ["usual_log", "api_log", "error_log"] as const;
const set = async (key: string, value: string) => {
  const { rowCount } = await app.pool.query("update parameter set param_value = $2 where param_key = $1", [key, value]);
  if (rowCount === 0)
    await app.pool.query(
      "insert into parameter (param_name, param_key, param_value, create_user, update_user) values ($1, $1, $2, 0, 0)",
      [key, value],
    );
};

describe("the API log", () => {
  it("has a sample of the successful calls, and every refused and failed one", async () => {
    await set("log.api.sample", "30");
    await journal.flush();
    const trace = { call: parameterCalls.list, writes: false, actor: app.as("sysAdmin").actor, input: {}, actions: [] };
    for (const [status, times] of [
      [200, 3000],
      [400, 100],
      [500, 100],
    ] as const)
      for (let n = 0; n < times; n++) {
        journal.answered(trace, { ip: "127.0.0.1", userAgent: undefined }, status, 1);
        if (n % 400 === 399) await journal.flush();
      }
    await set("log.api.sample", "100");
    await journal.flush();
    const { rows } = await app.pool.query<{ type: string; n: string }>(
      "select type, count(*) as n from api_log group by type",
    );
    const written = Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]));
    assert.deepEqual([written["2"], written["3"]], [100, 100]);
    // The tolerance is about six standard deviations.
    assert.ok(Math.abs((written["1"] ?? 0) - 900) < 150, String(written["1"]));
  });
});

describe("the logs", () => {
  it("have no password, token, code, ID or phone number, whatever the outcome of the call", async () => {
    const [idNumber, phone, secret, code] = ["32010219900307221X", "13812345678", "Sesame-7qv-26x", "739215"];
    const signIn = (form: Record<string, string>) =>
      app.http.inject({
        method: "POST",
        url: tokenCall.path,
        headers: { authorization: basic(), "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      });
    await signIn({
      grant_type: "password",
      username: JSON.stringify({ loginType: "0", userId: phone, loginMethod: "1", programNo: "ZJGTRAIN" }),
      password: secret,
    });
    // Secrets typed into the wrong field.
    await signIn({ grant_type: "password", username: secret, password: code });
    await app.stranger.refused(registrationCalls.register, { oauthId: secret });
    await signIn({ grant_type: "refresh_token", refresh_token: secret });
    await signIn({ grant_type: "password", username: phone, password: code, smsCode: code });
    const clerk = app.as("clerk", { account: phone });
    await clerk.list(studentCalls.list, { idNumber });
    await clerk.refused(studentCalls.list, { nobody: `${idNumber} ${phone}` });
    const admin = app.as("sysAdmin");
    await admin.call(parameterCalls.submit, {
      paramName: `联系${phone}`,
      paramKey: "log.masked",
      paramValue: `password=${secret}`,
    } as never);
    await admin.refused(parameterCalls.submit, {
      paramName: phone,
      paramKey: "log.masked",
      paramValue: "1",
      password: secret,
    });
    await clerk.call(errorLogCalls.upload, [
      {
        url: `http://x/a?token=${secret}`,
        message: `${idNumber} token=${secret}`,
        stack: `Error: ${phone}\n at f (http://x/a.js:1:2)`,
        info: JSON.stringify({ smsCode: code, password: secret }),
      },
    ]);
    const trace = {
      call: studentCalls.list,
      writes: true,
      actor: clerk.actor,
      input: { idNumber, password: secret, verification: code },
      actions: [],
    };
    journal.failed(
      new Error(`duplicate key (id_number)=(${idNumber}), password: ${secret}`),
      trace,
      { ip: "127.0.0.1", userAgent: undefined },
      `/api/x/y/${phone}`,
    );
    journal.failed(
      `job of ${phone} failed: authorization: Bearer ${secret}`,
      null,
      { ip: "", userAgent: undefined },
      "job",
    );
    journal.answered(trace, { ip: "127.0.0.1", userAgent: `Mozilla ${phone} token=${secret}` }, 500, 3);
    await journal.flush();
    for (const table of tables) {
      const { rows } = await app.pool.query<{ whole: string }>(`select t::text as whole from ${table} t`);
      assert.ok(rows.length > 1, table);
      for (const { whole } of rows)
        for (const raw of [idNumber, "19900307", phone, secret])
          assert.ok(!whole.includes(raw), `${raw} stands in ${table}: ${whole}`);
    }
    const { rows } = await app.pool.query<{ text: string }>(
      "select params as text from api_log union all select params from error_log union all select log_data from usual_log",
    );
    for (const { text } of rows) assert.ok(!text?.includes(code), text);
  });
});

describe("keepPartitions", () => {
  it("each night keeps as many months of each log as log.keep.months says", async () => {
    const timer = logs.timers?.find(({ name }) => name === "keepLogs");
    assert.ok(timer);
    const { rows: months } = await app.pool.query<{
      name: string;
      from: string;
      to: string;
    }>(`select to_char(m, '_YYYYMM') as name, m || '+08' as from, m + interval '1 month' || '+08' as to
    from (select date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => n) as m from generate_series(6, 9) n) x`);
    for (const table of tables)
      for (const { name, from, to } of months) {
        await app.pool.query(
          `create table ${table}${name} partition of ${table} for values from ('${from}') to ('${to}')`,
        );
        await app.pool.query(`insert into ${table} (create_user, create_time) values (1, $1)`, [from]);
      }
    const left = async () => {
      const { rows } = await app.pool.query<{ n: string }>(
        tables.map((table) => `select count(*) as n from ${table}`).join(" union all "),
      );
      return rows.map(({ n }) => Number(n));
    };
    const run = () => timer.run(app);
    await set("log.keep.months", "8");
    await run();
    assert.deepEqual(await left(), [3, 3, 3]);
    await run();
    assert.deepEqual(await left(), [3, 3, 3]);
    await set("log.keep.months", "6");
    await run();
    assert.deepEqual(await left(), [1, 1, 1]);
    const page = (await app.as("sysAdmin").list(apiLogCalls.list)) as Page<object>;
    assert.equal(page.total, 1);
  });
});
