// Slow: signs in wrongly again and again, each time against a real password hash, until the waits have grown.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, before, beforeEach, describe, it } from "node:test";
import { captcha, refreshCookieHeader } from "@jipei/contract/auth/auth.ts";
import type { ProofChallenge } from "@jipei/contract/auth/auth.ts";
import { sessionCalls } from "@jipei/contract/users/session.ts";
import { anAccount, signIn, startRealApp } from "../../../test/support/sign-in.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { justFailed, signInWithProof, solve, waitOver } from "../../../test/support/wait.ts";
import { createSemaphore } from "../../core/foundation/semaphore.ts";
import { sweepSessions } from "../token/sessions.ts";

let app: TestApp;
before(async () => {
  app = await startRealApp();
});
after(() => app.close());
beforeEach(() => app.pool.query("delete from login_failure"));

let last = 0;
const newIp = () => `10.1.${Math.floor(++last / 250)}.${last % 250}`;

/** Fails a number of times, each time after the wait. @returns the last response */
async function fail(account: string, ip: string, times: number, headers: Record<string, string> = {}) {
  let answer = await signIn(app.http, account, { ip, password: "wrong", headers });
  for (let i = 1; i < times; i++) {
    await waitOver(app);
    answer = await signIn(app.http, account, { ip, password: "wrong", headers });
  }
  return answer;
}
const outcome = async (account: string, ip: string, headers: Record<string, string> = {}) => {
  const response = await signIn(app.http, account, { ip, headers });
  return response.statusCode === 200 ? "in" : (response.json().error_description as string);
};
/** Sets the counter of an address as if it had failed that often at other accounts. */
const failedElsewhere = async (ip: string, failures: number) => {
  await fail(`other${++last}`, ip, 1);
  await app.pool.query(`update login_failure set failures = $2 where kind = 'address' and address = $1`, [
    ip,
    failures - 1,
  ]);
  await waitOver(app);
  await fail(`other${++last}`, ip, 1);
};
/** Signs in as the web does. @returns the cookies of the browser */
const getCookies = async (account: string, ip = newIp()) => {
  const response = await signIn(app.http, account, { ip, headers: { [refreshCookieHeader]: "1" } });
  return {
    cookie: [response.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0])
      .join("; "),
    [refreshCookieHeader]: "1",
  };
};
/** Moves all failures into the past. */
const allWait = () =>
  app.pool.query(`update login_failure set locked_until = now() + interval '10 minutes', last_time = now()`);
const [wrong, locked, needsProof] = [
  "用户名或密码错误",
  "用户登录失败次数过多，请稍后再试",
  "失败次数较多，请稍候一分钟再试，或使用网页登录",
];

describe("a wrong password", () => {
  it("makes the next try wait, longer each time, and the response says how long", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    const waits: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      const answer = await signIn(app.http, account, { ip, password: "wrong" });
      waits.push(answer.json().retry_after ?? 0);
      assert.equal(answer.headers["retry-after"], answer.json().retry_after?.toString());
      await waitOver(app);
    }
    assert.deepEqual(waits, [0, 0, 5, 30, 300, 900, 1800, 1800]);
  });

  it("makes a right password wait as well, and counts no failures meanwhile", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await fail(account, ip, 5);
    const answer = await signIn(app.http, account, { ip });
    assert.equal(answer.json().error_description, locked);
    assert.ok(answer.json().retry_after > 290 && answer.json().retry_after <= 300);
    assert.deepEqual((await app.pool.query(`select failures from login_failure where kind = 'pair'`)).rows, [
      { failures: 5 },
    ]);
    await waitOver(app);
    assert.equal(await outcome(account, ip), "in");
    assert.equal(
      (await app.pool.query(`select 1 from login_failure where kind = 'pair'`)).rows.length,
      0,
      "the slips of the owner are forgotten",
    );
  });

  it("is forgotten half an hour after the wait that it caused, not before", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await fail(account, ip, 7);
    await app.pool.query(
      `update login_failure set first_time = now() - interval '2 hours', last_time = now() - interval '50 minutes', locked_until = case when locked_until is not null then now() - interval '20 minutes' end`,
    );
    assert.equal((await signIn(app.http, account, { ip, password: "wrong" })).json().retry_after, 1800);
    await app.pool.query(
      `update login_failure set last_time = now() - interval '2 hours', locked_until = now() - interval '31 minutes'`,
    );
    assert.equal((await signIn(app.http, account, { ip, password: "wrong" })).json().retry_after, undefined);
  });

  it("does not lock users at other addresses", async () => {
    const { account } = await anAccount(app);
    await fail(account, newIp(), 7);
    await waitOver(app);
    assert.equal(await outcome(account, newIp()), "in");
  });

  it("counts for the account, whatever login type is used", async () => {
    const idNumber = "320582199001019877";
    const enterprise = (await anAccount(app, { loginType: "3", roles: ["entAdmin"] })).account;
    await anAccount(app, { loginType: "2", account: undefined, roles: ["student"], accountId: "80", idNumber });
    // Unknown names wait alike, so that a wait does not reveal which accounts exist.
    for (const [first, then] of [
      [
        [enterprise, "0"],
        [enterprise, "3"],
      ],
      [
        [enterprise, "1"],
        [enterprise, "3"],
      ],
      [
        [idNumber, "2"],
        [idNumber, "0"],
      ],
      [
        ["nobody1", "0"],
        ["nobody1", "3"],
      ],
      [
        ["nobody2", "1"],
        ["nobody2", "2"],
      ],
    ] as const) {
      const ip = newIp();
      const enter = async ([account, loginType]: readonly [string, string], password?: string) =>
        signIn(app.http, account, { ip, loginType, ...(password && { password }) });
      await app.pool.query("delete from login_failure");
      for (let i = 0; i < 3; i++) await enter(first, "wrong");
      assert.equal((await enter(then)).json().error_description, locked, `${first} ${then}`);
    }
  });

  it("does not tell by an account whose ID number was tried, unless on a device of its owner", async () => {
    const idNumber = "320582199001019876";
    const { userId } = await anAccount(app, {
      loginType: "2",
      account: undefined,
      roles: ["student"],
      accountId: "79",
      idNumber,
    });
    const { rows } = await app.pool.query<{ account: string }>("select account from app_user where id = $1", [userId]);
    const student = rows[0]?.account ?? "";
    const ip = newIp();
    const enter = (account: string, more: object = {}) => signIn(app.http, account, { ip, loginType: "2", ...more });
    for (let i = 0; i < 2; i++) await enter(student, { password: "wrong" });
    const tried = await enter(idNumber, { password: "wrong" });
    assert.equal(tried.json().retry_after, undefined, "is the first failure of its name");
    const shown = await app.pool.query(
      `select (select max(failures) from login_failure where user_id = $1) as failures, (select count(*)::int from sign_in where user_id = $1) as tries`,
      [userId],
    );
    assert.deepEqual(shown.rows, [{ failures: 2, tries: 2 }]);
    const headers = await getCookies(student);
    await enter(idNumber, { password: "wrong", headers });
    const known = await app.pool.query("select from sign_in where user_id = $1 and result = 'wrong'", [userId]);
    assert.equal(known.rowCount, 3);
  });

  it("is answered alike for accounts that do not exist", async () => {
    const { account } = await anAccount(app);
    const seen = async (name: string) => {
      const ip = newIp();
      const answers = [];
      for (let i = 0; i < 5; i++) {
        const { challenge, ...told } = (await signIn(app.http, name, { ip, password: "wrong" })).json();
        answers.push({ ...told, work: challenge?.parameters.cost });
        if (i === 3) await waitOver(app);
      }
      return answers;
    };
    assert.deepEqual(await seen("nosuchuser"), await seen(account));
  });

  it("counts for forty concurrent tries: no more than a handful are checked", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signIn(app.http, account, { ip, password: "wrong" })),
    );
    const looked = answers.filter((answer) => answer.json().error_description === wrong).length;
    assert.ok(looked >= 3 && looked <= 3 + availableParallelism(), `${looked}`);
  });
});

describe("the proof of work", () => {
  const ask = async (account: string, ip: string): Promise<ProofChallenge> => {
    const answer = (await signIn(app.http, account, { ip })).json();
    assert.equal(answer.error_description, needsProof);
    assert.equal(answer.captcha_required, true);
    return answer.challenge;
  };
  /** Fails three times, with the wait only just over. */
  const afterThree = async (account: string, ip: string) => {
    await fail(account, ip, 3);
    await waitOver(app);
    await justFailed(app);
  };

  it("is required from the third failure on, and then the right password signs in", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await afterThree(account, ip);
    const proof = await solve(await ask(account, ip));
    assert.equal((await signInWithProof(app.http, account, proof, { ip })).statusCode, 200);
  });

  it("is valid once, also when sent forty times concurrently", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await afterThree(account, ip);
    const proof = await solve(await ask(account, ip));
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signInWithProof(app.http, account, proof, { ip, password: "wrong" })),
    );
    assert.equal(answers.filter((answer) => answer.json().error_description === wrong).length, 1);
    await waitOver(app);
    await justFailed(app);
    assert.equal((await signInWithProof(app.http, account, proof, { ip })).json().error_description, needsProof);
  });

  it("is not valid for another account, from another address, or later", async () => {
    const [one, other] = [await anAccount(app), await anAccount(app)];
    const [ip, elsewhere] = [newIp(), newIp()];
    await afterThree(other.account, ip);
    await afterThree(one.account, elsewhere);
    await afterThree(one.account, ip);
    const proof = await solve(await ask(one.account, ip));
    assert.equal((await signInWithProof(app.http, other.account, proof, { ip })).json().error_description, needsProof);
    assert.equal(
      (await signInWithProof(app.http, one.account, proof, { ip: elsewhere })).json().error_description,
      needsProof,
    );
    const payload = JSON.parse(Buffer.from(proof, "base64").toString()) as {
      challenge: ProofChallenge;
      solution: object;
    };
    const forged = (parameters: object, solution: object = payload.solution) =>
      Buffer.from(
        JSON.stringify({
          challenge: { ...payload.challenge, parameters: { ...payload.challenge.parameters, ...parameters } },
          solution,
        }),
      ).toString("base64");
    const later = { expiresAt: Math.floor(Date.now() / 1000) + 99_999 };
    for (const bad of [
      forged(later),
      forged({ keyPrefix: "0" }),
      forged({ nonce: "00".repeat(16) }),
      forged({ expiresAt: 1 }),
      forged({}, { counter: 1, derivedKey: "00".repeat(32) }),
      forged({ salt: "zz" }),
      "rubbish",
      Buffer.from("{}").toString("base64"),
      Buffer.from("null").toString("base64"),
    ]) {
      assert.equal((await signInWithProof(app.http, one.account, bad, { ip })).json().error_description, needsProof);
    }
    assert.equal(
      (await signInWithProof(app.http, one.account, proof, { ip })).statusCode,
      200,
      "none of that used it up",
    );
  });

  it("grows with the failures, and an easy one cannot be saved for later", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await afterThree(account, ip);
    const easy = await ask(account, ip);
    const proof = await solve(easy);
    await waitOver(app);
    await fail(account, ip, 1);
    await waitOver(app);
    await justFailed(app);
    const answer = (await signInWithProof(app.http, account, proof, { ip })).json();
    assert.deepEqual(
      [answer.error_description, answer.challenge.parameters.cost],
      [needsProof, easy.parameters.cost * 2],
    );
  });

  it("is not required after a minute without failures, for clients that cannot do it", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    await afterThree(account, ip);
    const refused = await signIn(app.http, account, { ip });
    assert.ok(refused.json().retry_after > 55 && refused.json().retry_after <= 60);
    await waitOver(app);
    assert.equal(await outcome(account, ip), "in");
  });

  it("has a captcha call, whose picture says what to do", async () => {
    const { data } = (await app.http.inject(captcha.path)).json();
    assert.match(data.key, /^[0-9a-f-]{36}$/);
    assert.match(Buffer.from(data.image.split(",")[1], "base64").toString(), /无需验证码.*No code needed/s);
  });
});

describe("a known device", () => {
  it("does not wait for failures of others, at its address or with its account", async () => {
    const { account } = await anAccount(app);
    const office = newIp();
    const known = await getCookies(account, office);
    await fail(account, office, 7);
    await failedElsewhere(office, 120);
    await allWait();
    assert.equal(await outcome(account, office), locked);
    assert.equal(await outcome(account, office, known), "in");
  });

  it("waits for its own failures, which affect nobody else", async () => {
    const { account } = await anAccount(app);
    const ip = newIp();
    const known = await getCookies(account, ip);
    assert.equal((await fail(account, ip, 5, known)).json().retry_after, 300);
    assert.equal(await outcome(account, ip, known), locked);
    assert.equal(await outcome(account, ip), "in");
  });

  it("is valid for its account only, by its signature", async () => {
    const [one, other] = [await anAccount(app), await anAccount(app)];
    const office = newIp();
    const known = await getCookies(one.account, office);
    const mine = await getCookies(other.account);
    await fail(other.account, office, 5);
    assert.equal(await outcome(other.account, office, known), locked);
    // The value of one account under the cookie name of another, and one whose expiry was changed.
    const [name] = /jipei-device-\w+/.exec(mine.cookie) ?? [];
    const [, value] = /jipei-device-\w+=([^;]+)/.exec(known.cookie) ?? [];
    assert.equal(await outcome(other.account, office, { cookie: `${name}=${value}` }), locked);
    assert.equal(
      await outcome(other.account, office, { cookie: mine.cookie.replace(/\.(\d{10})\./, ".9999999999.") }),
      locked,
    );
    assert.equal(await outcome(other.account, office, mine), "in");
  });

  it("still needs the password", async () => {
    const { account } = await anAccount(app);
    const known = await getCookies(account);
    assert.equal(
      (await signIn(app.http, account, { headers: known, password: "wrong" })).json().error_description,
      wrong,
    );
  });
});

describe("an address", () => {
  it("that fails at many accounts needs proofs of work, then waits between tries, never half an hour", async () => {
    const office = newIp();
    const { account } = await anAccount(app);
    await failedElsewhere(office, 21);
    await waitOver(app);
    await justFailed(app);
    assert.equal(await outcome(account, office), needsProof);
    for (const [failures, seconds] of [
      [53, 15],
      [80, 30],
      [500, 60],
    ] as const) {
      await failedElsewhere(office, failures);
      const answer = (await signIn(app.http, account, { ip: office })).json();
      assert.deepEqual([answer.error_description, answer.retry_after], [locked, seconds]);
    }
    assert.equal(await outcome(account, newIp()), "in", "elsewhere");
    await waitOver(app);
    assert.equal(await outcome(account, office), "in");
  });

  it("of a trusted network may fail ten times as often", async () => {
    const { account } = await anAccount(app);
    const trust = (networks: string) =>
      app.pool.query(`update parameter set param_value = $1 where param_key = 'signIn.trustedNetworks'`, [networks]);
    await trust("10.9.0.0/16,192.168.7.7");
    await failedElsewhere("10.9.3.4", 150);
    await failedElsewhere("10.8.3.4", 150);
    assert.equal(await outcome(account, "10.9.3.4"), "in");
    assert.equal(await outcome(account, "10.8.3.4"), locked);
    await trust("none");
  });

  it("counts with its IPv6 network", async () => {
    const { account } = await anAccount(app);
    await fail(account, "2001:db8:6:7::1", 5);
    assert.equal(await outcome(account, "2001:db8:6:7:8::1"), locked);
    assert.equal(await outcome(account, "2001:db8:6:8::1"), needsProof);
  });
});

describe("an account", () => {
  it("guessed from many addresses accepts unknown addresses seldom, and known ones at once", async () => {
    const { account } = await anAccount(app);
    const home = newIp();
    assert.equal(await outcome(account, home), "in");
    for (let i = 0; i < 10; i++) {
      await fail(account, newIp(), 2);
      await waitOver(app);
    }
    const answer = await fail(account, newIp(), 1);
    assert.equal(answer.json().retry_after, 30);
    assert.equal(await outcome(account, newIp()), locked);
    assert.equal(await outcome(account, home), "in");
    await waitOver(app);
    assert.equal(await outcome(account, newIp()), "in", "strangers get their turn again after a pause");
  });
});

describe("sign-in waits", () => {
  it("are listed for administrators, who release them with a reason", async () => {
    const { account, userId } = await anAccount(app);
    const office = newIp();
    await fail(account, office, 5);
    await failedElsewhere(office, 53);
    const admin = app.as("sysAdmin");
    const rows = (await admin.list(sessionCalls.waits)).records as {
      id: string;
      kind: string;
      account: string | null;
      address: string | null;
      failures: number;
    }[];
    assert.deepEqual(rows.map(({ kind, account: of, address }) => [kind, of, address]).sort(), [
      ["account", account, null],
      ["address", null, office],
      ["pair", account, office],
    ]);
    assert.equal(await outcome(account, office), locked);
    assert.equal(
      (await admin.refused(sessionCalls.release, { ids: rows[0]?.id, reason: "" } as never)).errorCode,
      "FIELD_INVALID",
    );
    await admin.call(sessionCalls.release, { ids: rows.map(({ id }) => id).join(), reason: "考试现场共用网络" });
    assert.equal(await outcome(account, office), "in");
    assert.equal(
      (await admin.refused(sessionCalls.release, { ids: rows[0]?.id as string, reason: "再次" })).errorCode,
      "NOT_FOUND",
    );
    const audit = await app.pool.query(
      `select biz_type, opinion from audit_record where action = 'unlock' and opinion is not null order by biz_type`,
    );
    assert.deepEqual(audit.rows, [
      { biz_type: "SignInWait", opinion: "考试现场共用网络" },
      { biz_type: "User", opinion: "考试现场共用网络" },
      { biz_type: "User", opinion: "考试现场共用网络" },
    ]);
    assert.ok(userId);
  });

  it("show no account names that do not exist", async () => {
    const ip = newIp();
    await fail("330482199001011234", ip, 5);
    const { rows } = await app.pool.query("select * from login_failure");
    assert.ok(!JSON.stringify(rows).includes("330482199001011234"));
    assert.deepEqual(
      (await app.as("sysAdmin").list(sessionCalls.waits)).records.map((row) => (row as { kind: string }).kind),
      ["address"],
    );
  });

  it("are released only with the right (ROLE_DENIED)", async () => {
    for (const role of ["clerk", "auditor", "orgAdmin"] as const)
      assert.equal(
        (await app.as(role).refused(sessionCalls.release, { ids: "1", reason: "x" })).errorCode,
        "ROLE_DENIED",
        role,
      );
  });
});

describe("Auth.token", () => {
  it("lets a hundred concurrent sign-ins all succeed, while files are still served", async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => anAccount(app)));
    const begun = performance.now();
    const all = Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        signIn(app.http, (accounts[i % 10] as { account: string }).account, { ip: newIp() }),
      ),
    );
    const { stat } = await import("node:fs/promises");
    let slowest = 0;
    const probing = (async () => {
      while (slowest >= 0 && performance.now() - begun < 400) {
        const start = performance.now();
        await stat(import.meta.filename);
        slowest = Math.max(slowest, performance.now() - start);
      }
    })();
    const answers = await all;
    await probing;
    assert.ok(answers.every((answer) => answer.statusCode === 200));
    // Without a limit, hashing would block every thread of the pool for a second or more.
    assert.ok(slowest < 500, `a file took ${slowest} ms`);
  });

  it("answers 429 when the queue is full", async () => {
    const { account } = await anAccount(app);
    const answers = await Promise.all(Array.from({ length: 300 }, () => signIn(app.http, account, { ip: newIp() })));
    const refused = answers.filter((answer) => answer.statusCode === 429);
    assert.ok(refused.length > 0 && refused.length < 300);
    assert.equal(refused[0]?.json().error, "temporarily_unavailable");
    assert.ok(answers.every((answer) => [200, 429].includes(answer.statusCode)));
  });

  it("takes as long for unknown accounts as for known ones", async () => {
    const { account } = await anAccount(app);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 15; i++)
      for (const kind of ["known", "unknown"] as const) {
        const start = performance.now();
        await signIn(app.http, kind === "known" ? account : `ghost${i}`, { ip: newIp(), password: "wrong" });
        await app.pool.query("delete from login_failure");
        times[kind].push(performance.now() - start);
      }
    const median = (values: number[]) => values.sort((a, b) => a - b)[7] as number;
    const ratio = median(times.known) / median(times.unknown);
    assert.ok(ratio > 0.5 && ratio < 2, `known ${median(times.known)} ms, unknown ${median(times.unknown)} ms`);
  });
});

describe("the queue of password hashing is limited", () => {
  it("a full queue refuses further work (RATE_LIMIT)", async () => {
    let running = 0;
    let most = 0;
    const gate = createSemaphore(2, 3);
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 5));
      running--;
    };
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => gate(work)));
    assert.equal(most, 2);
    assert.deepEqual(
      results.map((result) => result.status === "rejected" && result.reason.code),
      [false, false, false, false, false, ...Array(5).fill("RATE_LIMIT")],
    );
    await Promise.all([gate(work), gate(work), gate(work)]);
    assert.equal(most, 2, "slots come back");
  });
});

describe("sweepSessions", () => {
  it("deletes expired rows", async () => {
    await app.pool.query(`update login_failure set last_time = now() - interval '2 days'`);
    await app.pool.query(`update used_proof set expire_time = now() - interval '1 second'`);
    await sweepSessions(app);
    const { rows } = await app.pool.query(
      "select (select count(*) from login_failure) + (select count(*) from used_proof) as left",
    );
    assert.equal(rows[0].left, "0");
  });
});
