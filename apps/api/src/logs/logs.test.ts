import type { Call } from "@jipei/contract/core/call.ts";
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { envelopeKey } from "@jipei/contract/auth/envelope.ts";
import { apiLogCalls } from "@jipei/contract/logs/api-log.ts";
import { errorLogCalls } from "@jipei/contract/logs/error-log.ts";
import { usualLogCalls } from "@jipei/contract/logs/usual-log.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { candidateSourceCalls } from "@jipei/contract/catalogue/candidate-source.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { withConnection } from "../core/database/db.ts";
import { startTestApp, type TestApp, type TestUser } from "../../test/support/test-app.ts";
import { type RunningJournal, createJournal } from "./journal.ts";
import { keepPartitions } from "./partitions.ts";

let app: TestApp;
let journal: RunningJournal;
let admin: TestUser;
before(async () => {
  app = await startTestApp(undefined, createJournal);
  journal = app.journal as RunningJournal;
  admin = app.as("sysAdmin");
});
after(async () => {
  await journal.close();
  await app.close();
});
beforeEach(async () => {
  await journal.flush();
  await app.pool.query("truncate usual_log, api_log, error_log");
});

type Row = Record<string, any>;
const rows = async (table: string): Promise<Row[]> =>
  (await app.pool.query(`select * from ${table} order by create_time, id`)).rows;
const list = async (user: TestUser, calls: { list: any }, filters: Record<string, string> = {}): Promise<Page<Row>> =>
  (await user.list(calls.list, filters)) as Page<Row>;
const set = async (key: string, value: string) =>
  app.pool
    .query(
      `insert into parameter (param_name, param_key, param_value, create_user, update_user) values ($1, $1, $2, 0, 0)
  on conflict do nothing`,
      [key, value],
    )
    .then(() => app.pool.query("update parameter set param_value = $2 where param_key = $1", [key, value]));

describe("the API log", () => {
  it("has every call: user, input, outcome, duration", async () => {
    const clerk = app.as("clerk", { account: "13812345678" });
    await clerk.call(candidateSourceCalls.submit, {
      sourceNo: "L1",
      sourceName: "联系13912345678",
      sort: 1,
      isValid: "isValid",
    } as never);
    await clerk.refused(candidateSourceCalls.submit, { sourceName: "x" });
    await app.stranger.refused(candidateSourceCalls.list, {});
    await journal.flush();
    const found = await rows("api_log");
    assert.deepEqual(
      found.map(({ title, type, create_by, create_user, request_uri, service_id, method_name }) => [
        title,
        type,
        create_by,
        create_user,
        request_uri,
        service_id,
        method_name,
      ]),
      [
        [
          "保存考生来源",
          "1",
          "138****5678",
          clerk.actor.userId,
          candidateSourceCalls.submit.path,
          "zjgrsj-train",
          "CandidateSource.submit",
        ],
        [
          "保存考生来源",
          "2",
          "138****5678",
          clerk.actor.userId,
          candidateSourceCalls.submit.path,
          "zjgrsj-train",
          "CandidateSource.submit",
        ],
        ["考生来源列表", "2", null, "0", candidateSourceCalls.list.path, "zjgrsj-train", "CandidateSource.list"],
      ],
    );
    assert.deepEqual(JSON.parse(found[0]?.params), {
      sourceNo: "L1",
      sourceName: "联系139****5678",
      sort: 1,
      isValid: "isValid",
    });
    assert.ok(found.every(({ time }) => time >= 0 && time < 60_000));
  });

  it("is switched off, sampled, or left without its data by parameters", async () => {
    await set("log.api.enabled", "0");
    await journal.flush();
    await admin.list(parameterCalls.list);
    await journal.flush();
    assert.equal((await rows("api_log")).length, 0);
    await set("log.api.enabled", "1");
    await set("log.api.sample", "0");
    await set("log.data.length", "0");
    await journal.flush();
    await admin.list(parameterCalls.list, { paramKey: "log" });
    await app.as("student").refused(parameterCalls.list, { paramKey: "log" });
    await journal.flush();
    assert.deepEqual(
      (await rows("api_log")).map(({ type, params }) => [type, params]),
      [["2", null]],
    );
    await set("log.api.sample", "100");
    await set("log.data.length", "2000");
    await journal.flush();
  });
});

describe("the usual log", () => {
  it("has every row that a writing call changed", async () => {
    const id = (await admin.call(parameterCalls.submit, {
      paramName: "示例",
      paramKey: "log.test",
      paramValue: "1",
    } as never)) as { id: string };
    await admin.refused(parameterCalls.submit, { paramName: "示例", paramKey: "log.test", paramValue: "1" });
    await admin.list(parameterCalls.list);
    // Agreeing on a key, as every page does, is no audit action; even a refused one is of no use to readers of this log.
    await admin.refused(envelopeKey, { publicKey: "no key" });
    await journal.flush();
    const found = await rows("usual_log");
    assert.deepEqual(
      found.map(({ log_level, log_id }) => [log_level, log_id]),
      [
        ["info", `Parameter:${id.id}`],
        ["warn", "Parameter.submit"],
      ],
    );
    assert.equal(JSON.parse(found[0]?.log_data).action, "add");
  });
});

describe("ApiLog.list", () => {
  it("shows the newest first, filters by call, address, account and time, and leaves the data to the detail", async () => {
    await admin.list(parameterCalls.list);
    await app.as("clerk", { account: "wang" }).list(candidateSourceCalls.list, { sourceName: "测试" });
    await journal.flush();
    const all = await list(admin, apiLogCalls);
    assert.deepEqual(
      all.records.map(({ title }) => title),
      ["考生来源列表", "参数列表"],
    );
    assert.ok(!("params" in (all.records[0] as Row)), "left out of lists");
    const only = async (filters: Record<string, string>) =>
      (await list(admin, apiLogCalls, filters)).records.map(({ title }) => title);
    assert.deepEqual(await only({ title: "考生来" }), ["考生来源列表"]);
    assert.deepEqual(await only({ title: "candidate" }), ["考生来源列表"]);
    assert.deepEqual(await only({ requestUri: "CANDIDATES_source" }), ["考生来源列表"]);
    assert.deepEqual(await only({ requestUri_notlike: "blade-SYSTEM" }), ["考生来源列表"]);
    assert.deepEqual(await only({ title_notlike: "candidate" }), ["参数列表"]);
    assert.deepEqual(await only({ createBy: "wang" }), ["考生来源列表"]);
    assert.deepEqual(await only({ createBy: "wan" }), []);
    assert.deepEqual(await only({ serviceId: "blade-system" }), ["参数列表"]);
    assert.deepEqual(await only({ serviceId: "blade-system", title: "考生来源" }), []);
    assert.deepEqual(await only({ createTime_dategt: "2000-01-01", createTime_datelt: "2000-01-02" }), []);
    const detail = (await admin.call(apiLogCalls.detail, { id: (all.records[0] as Row).id })) as Row;
    assert.deepEqual(JSON.parse(detail.params), { sourceName: "测试" });
  });

  it("and the other logs are for administrators and auditors of their own tenant; nobody writes them", async () => {
    await admin.list(parameterCalls.list);
    await journal.flush();
    assert.equal((await list(app.as("auditor"), apiLogCalls)).total, 1);
    assert.equal((await list(app.as("sysAdmin", { tenantId: "000001" }), apiLogCalls)).total, 0);
    const lists: Call[] = [apiLogCalls.list, usualLogCalls.list, errorLogCalls.list];
    for (const role of ["clerk", "leader", "orgAdmin", "student"] as const)
      for (const call of lists) assert.equal((await app.as(role).refused(call, {})).errorCode, "ROLE_DENIED");
  });

  it("estimates the total of a long log, counts that of a short one; pages stay in order and their number is limited", async () => {
    await app.pool.query(
      `insert into api_log (title, method_name, create_user, create_time) select 'x', 'Parameter.list', 1, now() from generate_series(1, 900) n`,
    );
    assert.equal((await list(admin, apiLogCalls)).total, 900);
    await app.pool.query("truncate api_log");
    await app.pool.query(
      `insert into api_log (title, method_name, create_user, create_time) select 'x', 'Parameter.list', 1, now() - make_interval(secs => n / 1000.0) from generate_series(1, 30000) n`,
    );
    await app.pool.query("analyze api_log");
    const first = await list(admin, apiLogCalls, { size: "10" });
    assert.ok(Math.abs(first.total - 30_000) < 6000, String(first.total));
    const second = await list(admin, apiLogCalls, { size: "10", current: "2" });
    const times = [...first.records, ...second.records].map(({ createTime, id }) => [createTime, id]);
    assert.equal(new Set(times.map(([, id]) => id)).size, 20);
    const beyond = await list(admin, apiLogCalls, { size: "200", current: "151" });
    assert.ok(beyond.total <= 30_200);
    const refused = await admin.refused(apiLogCalls.list, { size: "200", current: "501" });
    assert.deepEqual([refused.errorCode, refused.msg], ["FIELD_INVALID", "页码：最多可翻到第100000条，请缩小查询范围"]);
  });

  it("has further pages while there are rows, even where the estimate is too small", async () => {
    // The planner multiplies the selectivities of correlated columns, so it expects a thirtieth of the rows.
    await app.pool.query(
      `insert into api_log (title, method_name, create_by, create_user, create_time) select 'x', case when n % 30 = 0 then 'Parameter.list' else 'Post.list' end, case when n % 30 = 0 then 'one' else 'other' end, 1, now() - make_interval(secs => n / 1000.0) from generate_series(1, 60000) n`,
    );
    await app.pool.query("analyze api_log");
    const filters = { createBy: "one", title: "参数列表", size: "100" };
    const first = await list(admin, apiLogCalls, filters);
    assert.ok(first.total > 1000 && first.total < 1500, String(first.total));
    let page = first;
    for (let current = 1; current < page.pages && current < 50; current++)
      page = await list(admin, apiLogCalls, { ...filters, current: String(current + 1) });
    assert.equal(page.total, 2000);
  });
});

describe("the error log", () => {
  it("has an internal error with its stack; the client gets no details", async () => {
    await app.pool.query("alter table candidate_source rename to away");
    const refused = await app.as("clerk").refused(candidateSourceCalls.list, {});
    await app.pool.query("alter table away rename to candidate_source");
    assert.equal(refused.errorCode, "INTERNAL");
    await journal.flush();
    const [row] = (await list(admin, errorLogCalls, { exceptionName: "rror" })).records as [Row];
    const detail = (await admin.call(errorLogCalls.detail, { id: row.id })) as Row;
    assert.match(detail.message, /candidate_source/);
    assert.match(detail.stackTrace, /at /);
    assert.equal(detail.requestUri, candidateSourceCalls.list.path);
    assert.ok(detail.lineNumber > 0 && detail.fileName);
    assert.equal((await rows("api_log"))[0]?.type, "3");
  });
});

describe("ErrorLog.list", () => {
  it("finds errors by a part of their name, whether there are few names or many", async () => {
    const add = (names: string) =>
      app.pool.query(`insert into error_log (exception_name, create_user) select ${names}`);
    const found = async (filters: Record<string, string>) =>
      (await list(admin, errorLogCalls, filters)).records.map((row) => row.exceptionName as string | null).sort();
    await add(`unnest(array['TypeError', 'TypeError', 'RangeError', 'URIError', '数据库异常', null]), 1`);
    const looked = async () => [
      await found({ exceptionName: "ERROR" }),
      await found({ exceptionName: "pee" }),
      await found({ exceptionName: "库异" }),
      await found({ exceptionName: "%" }),
      await found({ exceptionName: "Error", exceptionName_notequal: "TypeError" }),
    ];
    const expected = [
      ["RangeError", "TypeError", "TypeError", "URIError"],
      ["TypeError", "TypeError"],
      ["数据库异常"],
      [],
      ["RangeError", "URIError"],
    ];
    assert.deepEqual(await looked(), expected);
    // A browser reported two hundred unknown names.
    await add(`'made up ' || n, 1 from generate_series(1, 200) n`);
    assert.deepEqual(await looked(), expected);
    assert.equal(
      (await list(app.as("sysAdmin", { tenantId: "000001" }), errorLogCalls, { exceptionName: "Error" })).total,
      0,
    );
  });
});

describe("ErrorLog.upload", () => {
  it("takes the errors of a browser; long texts are cut, numbers and addresses masked", async () => {
    const student = app.as("student");
    const entry = {
      url: "http://x/class/index?idNumber=32010219900307221X",
      time: "2026-11-20 10:00:00",
      type: "TypeError",
      message: `x is undefined 13812345678 ${"长".repeat(30_000)}`,
      stack: "TypeError: x\n    at Foo.bar (http://x/assets/page-abc.js:12:34)",
      info: "info",
    };
    await student.call(errorLogCalls.upload, [entry, {}]);
    const [row, empty] = (await rows("error_log")) as [Row, Row];
    assert.deepEqual(
      [
        row.service_id,
        row.request_uri,
        row.exception_name,
        row.file_name,
        row.line_number,
        row.method_class,
        row.method_name,
        row.create_user,
      ],
      ["web", "http://x/class/index", "TypeError", "assets/page-abc.js", 12, "Foo", "bar", student.actor.userId],
    );
    assert.match(row.message, /138\*\*\*\*5678/);
    assert.ok(row.message.length < 4100);
    assert.equal(empty.exception_name, "Error");
    assert.equal(
      (
        await student.refused(
          errorLogCalls.upload,
          Array.from({ length: 201 }, () => ({})),
        )
      ).errorCode,
      "FIELD_INVALID",
    );
    assert.equal((await app.stranger.refused(errorLogCalls.upload, [])).errorCode, "UNAUTHORIZED");
    for (let n = 0; n < 25; n++) await student.call(errorLogCalls.upload, []).catch(() => {});
    assert.equal((await student.refused(errorLogCalls.upload, [])).errorCode, "RATE_LIMIT");
  });
});

describe("createJournal", () => {
  it("does not wait for who reads an old month, as a dump does for hours", async () => {
    await app.pool.query(
      "create table api_log_199901 partition of api_log for values from ('1999-01-01 00:00+08') to ('1999-02-01 00:00+08')",
    );
    await withConnection(app.pool, async (client) => {
      await client.query("begin; lock table api_log in access share mode");
      await (await createJournal(app.services)).close();
      await client.query("commit");
    });
    await app.pool.query("drop table api_log_199901");
  });
});

describe("keepPartitions", () => {
  it("creates the partitions of the next months and drops those beyond log.keep.months, not a day more", async () => {
    const parts = async () =>
      (
        await app.pool.query(
          "select relname from pg_class where relname ~ '^api_log_\\d{6}$' and relispartition order by 1",
        )
      ).rows.map(({ relname }) => relname as string);
    const months = (
      await app.pool.query(
        `select to_char(now() at time zone 'Asia/Shanghai' + make_interval(months => n), 'YYYYMM') as m from generate_series(-8, 2) n`,
      )
    ).rows.map(({ m }) => m as string);
    assert.deepEqual(
      await parts(),
      months.slice(-3).map((month) => `api_log_${month}`),
    );
    for (const [at, month] of months.slice(0, 8).entries())
      await app.pool.query(
        `create table api_log_${month} partition of api_log for values from ('${month.slice(0, 4)}-${month.slice(4)}-01 00:00+08') to ('${(months[at + 1] as string).slice(0, 4)}-${(months[at + 1] as string).slice(4)}-01 00:00+08')`,
      );
    assert.equal(await keepPartitions(app), 2);
    assert.deepEqual(
      await parts(),
      months.slice(2).map((month) => `api_log_${month}`),
    );
    // A missing partition is created when a row needs it.
    await app.pool.query(`drop table api_log_${months[8]}`);
    await admin.list(parameterCalls.list);
    await journal.flush();
    assert.equal((await rows("api_log")).length, 1);
  });
});

describe("the log buffer", () => {
  it("neither slows nor fails calls while the database is away; a limited number of rows waits", async () => {
    const query = app.pool.query;
    app.pool.query = (async (statement: { text?: string } | string) => {
      if (typeof statement === "object" && statement.text?.startsWith("insert into"))
        throw Object.assign(new Error("gone"), { code: "57P01" });
      return query.apply(app.pool, [statement] as never);
    }) as never;
    const trace = { call: parameterCalls.list, writes: false, actor: admin.actor, input: {}, actions: [] };
    for (let n = 0; n < 6000; n++) journal.answered(trace, { ip: "127.0.0.1", userAgent: undefined }, 200, 1);
    await journal.flush();
    app.pool.query = query;
    await journal.flush();
    await journal.flush();
    assert.equal((await rows("api_log")).length, 5000);
    const [lost] = await rows("usual_log");
    assert.deepEqual([lost?.log_level, lost?.log_data], ["warn", "丢失日志1000条 / 1000 log entries were lost"]);
  });

  it("writes the other rows when the database refuses one", async () => {
    const trace = { call: parameterCalls.list, writes: false, actor: admin.actor, input: {}, actions: [] };
    journal.answered(trace, { ip: "127.0.0.1", userAgent: undefined }, 200, 1);
    journal.answered(trace, { ip: "x".repeat(60), userAgent: undefined }, 200, 1);
    await journal.flush();
    assert.equal((await rows("api_log")).length, 1);
  });
});
