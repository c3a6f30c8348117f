// Slow: makes every call of the product three times against a tenant that holds the demo county.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { entities } from "@jipei/contract/entities.ts";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { seedDemoUsers } from "../../seed/demo-users.seed.ts";
import { getKeys } from "../core/access/access-check.ts";
import { buildApp } from "../core/http/app.ts";
import { loadKeys } from "../core/security/keys.ts";
import { migrate } from "../core/database/migrate.ts";
import type { Services } from "../core/foundation/services.ts";
import { readSettings } from "../core/foundation/settings.ts";
import type { RunningJournal } from "../logs/journal.ts";
import { calls, domains } from "../domains.ts";
import { createDemoDatabase, type ServerDatabase, demoPassword } from "../../test/database/demo-db.ts";
import { newRow } from "../../test/factories/any-row.ts";
import { rowsOfWorkbook, textsOfFile } from "../../test/support/answers/answered-file.ts";
import { inputWithIds } from "../../test/support/hostile/isolation-input.ts";
import { signIn } from "../../test/support/sign-in.ts";
import { seedTemplate } from "../../test/database/template-seed.ts";
import { type AddedTenant, type TenantsApp, startTenants } from "../../test/support/tenants.ts";

/**
 * Two tenants with the same accounts: B has a whole county, A nothing. Users of A with every right make every call with ids of B, and must get the same
 * response as for an unknown id. No list of theirs may contain anything of B.
 */
const b = "200002";
const unknown = "888888888888888";
/** Ids of A begin far above those of B, so that no id exists in both. */
const firstOfA = "700000000000000";

let demo: ServerDatabase;
let app: TenantsApp;
let http: FastifyInstance;
let a: AddedTenant;
const tokens = {} as Record<Audience, string>;
/** A live row of B for each entity, and texts that only B can have. */
const idsOfB = new Map<string, string>();
let marks: string[];

const accounts: Readonly<Record<Audience, readonly [account: string, role: RoleAlias, loginType: string]>> = {
  bureau: ["admin", "sysAdmin", "0"],
  institution: ["org", "orgAdmin", "1"],
  enterprise: ["enterprise", "entAdmin", "3"],
  person: ["student", "student", "2"],
};

before(async () => {
  demo = await createDemoDatabase();
  await makeCountyATenant(demo.url);
  app = await startTenants({ url: demo.url, keys: await loadKeys(readSettings({ DATA_DIR: demo.dataDir })) });
  await app.pool.query(
    `insert into tenant (tenant_id, tenant_name, status, create_user, update_user) values ($1, 'B', '1', 0, 0)`,
    [b],
  );
  a = await app.added("A", firstOfA);
  await seedDemoUsers(a.services, demoPassword);
  const keys = [
    ...new Set(
      calls.flatMap((call) =>
        call.access === "public" || call.access === "signedIn" ? [] : [...getKeys(call.access)],
      ),
    ),
  ];
  for (const [audience, [account, role, loginType]] of Object.entries(accounts)) {
    await a.services.pool.query(
      `insert into role_permission (role_id, permission) select r.id, p from role r, unnest($2::text[]) p where role_alias = $1 on conflict do nothing`,
      [role, keys],
    );
    const answer = await signIn(app.http, account, {
      loginType,
      password: demoPassword,
      headers: { "tenant-id": a.tenantId },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    tokens[audience as Audience] = answer.json().access_token;
  }
  const ofB = await app.sites.services(b);
  await beBusy(ofB);
  for (const entity of entities) {
    const { rows } = await ofB.pool.query<{ id: string }>(
      `select id from ${entity.table} order by is_deleted, id desc limit 1`,
    );
    const ofA = await a.services.pool.query(`select from ${entity.table} where id = $1`, [rows[0]?.id]);
    if (rows[0] && ofA.rowCount === 0) idsOfB.set(entity.name, rows[0].id);
  }
  marks = (
    await ofB.pool.query<{ mark: string }>(
      `select class_no as mark from training_class where class_no is not null union select org_name from organisation union select cert_no from certificate where cert_no is not null union select title from notice`,
    )
  ).rows.map(({ mark }) => mark);
  // Bodies are not encrypted here; the envelope has its own tests.
  const clear = {
    open: async (request: { body: unknown }) => request.body,
    encrypt: async (_request: unknown, _actor: unknown, answer: string) => answer,
  };
  http = await buildApp(app.services, {
    domains,
    authenticate: async () => assert.fail("not of the installation"),
    envelope: clear,
    siteOf: async (...asked) => ({ ...(await app.sites.getSite(...asked)), envelope: clear }),
  });
});
after(async () => {
  await http?.close();
  await app?.close();
  await demo?.drop();
});

/** Adds rows that the demo county lacks. */
async function beBusy(services: Services): Promise<void> {
  const { pool, journal } = services;
  const token = (await signIn(app.http, "admin", { password: demoPassword, headers: { "tenant-id": b } })).json()
    .access_token;
  const post = async (path: string, body: object) => {
    const answer = await app.http.inject({
      method: "POST",
      url: path,
      headers: { token, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const menuId = (await pool.query(`select id from menu where href = '/system/post'`)).rows[0].id;
  await post("/api/blade-system/post/submit", { postCode: "B1", postName: "乙方岗位", category: "1", sort: 1 });
  await post("/api/blade-system/api-scope/submit", {
    menuId,
    resourceCode: "b",
    scopeType: "1",
    scopeName: "乙方接口",
    scopePath: "/api/zjgrsj-train/basics/candidates_source/list",
  });
  await post("/api/zjgrsj-log/error/upload", [
    { type: "error", time: "2026-01-01 00:00:00", code: "B", message: "乙方错误", stack: "B" },
  ]);
  await (journal as RunningJournal).flush();
  for (const entity of entities.filter(({ name }) => lacking.has(name))) await newRow(services, entity);
}
/** Entities of which the county has no rows, or only those that every tenant has. */
const lacking: ReadonlySet<string> = new Set([
  "DataScope",
  "EnterpriseClass",
  "EnterpriseStudent",
  "EnterpriseTotal",
  "PolicyChange",
  "IdentityProvider",
  "ImportBatch",
  "SmsProvider",
  "StorageProvider",
  "StudentFee",
  "RecoveryItem",
  "SubsidyBar",
  "TeacherEngagement",
  "TrainingSubsidyKind",
  "HighSkillTraining",
  "SkillTraining",
  "StartupTraining",
]);

/** Turns the demo county, which was seeded for the installation, into the tenant B of a new installation. */
async function makeCountyATenant(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`insert into four_eyes_request (id, kind, user_id, reason, expire_time, create_user, update_user) overriding system value
    select 8000001, 'factor', max(id), '验证器遗失', now() + interval '7 days', min(id), min(id) from app_user`);
  await client.query(`alter schema public rename to t_${b}`);
  await client.query("create schema public");
  await client.query(`set search_path to t_${b}`);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' where c.relnamespace = 't_${b}'::regnamespace and c.relkind = 'r' and c.relname <> 'tenant'`,
  );
  await client.query("delete from tenant");
  // History tables refuse updates, so their triggers are switched off for this one.
  for (const { name } of rows)
    await client.query(
      `alter table ${name} disable trigger user; update ${name} set tenant_id = '${b}'; alter table ${name} enable trigger user; alter table ${name} alter column tenant_id set default '${b}'`,
    );
  await client.query(
    `create or replace function tenant_owner() returns varchar language sql immutable parallel safe as $$ select '${b}'::varchar $$`,
  );
  await client.end();
  await migrate(url);
  await seedTemplate(url);
}

const inAddress = (call: Call) => call.method === "GET" || call.style === "query";

function send(call: Call, token: string, input: unknown) {
  const headers: Record<string, string> = token ? { token } : { "tenant-id": a.tenantId };
  const pairs = (): [string, string][] =>
    Object.entries((input ?? {}) as object).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
  const path = call.path.replace(/:\w+/g, "x");
  if (inAddress(call))
    return http.inject({ method: call.method, url: `${path}?${new URLSearchParams(pairs())}`, headers });
  if (call.style === "form")
    return http.inject({
      method: "POST",
      url: path,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(pairs()).toString(),
    });
  if (call.style === "multipart")
    return http.inject({
      method: "POST",
      url: path,
      headers: { ...headers, "content-type": "multipart/form-data; boundary=b" },
      payload: `${pairs()
        .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join("")}--b--\r\n`,
    });
  return http.inject({
    method: "POST",
    url: path,
    headers: { ...headers, "content-type": "application/json" },
    payload: JSON.stringify(input ?? {}),
  });
}

const getAudience = (call: Call): Audience => call.audience?.[0] ?? "bureau";

describe("the rows of tenant B", () => {
  it("are there for nearly every entity, with ids that A does not have", async () => {
    assert.ok(idsOfB.size > entities.length * 0.7, `${idsOfB.size} of ${entities.length}`);
    assert.ok(marks.length > 100);
    assert.deepEqual(
      entities.map(({ name }) => name).filter((name) => !idsOfB.has(name)),
      withoutIds,
    );
  });

  it("can be read: its own users see them", async () => {
    const token = (await signIn(app.http, "admin", { password: demoPassword, headers: { "tenant-id": b } })).json()
      .access_token;
    let seen = 0;
    for (const call of calls.filter(({ name }) => name.endsWith(".detail") && idsOfB.has(name.slice(0, -7))))
      if (
        (
          await send(
            call,
            token,
            inputWithIds(call, (entity) => idsOfB.get(entity ?? "") ?? unknown),
          )
        ).statusCode === 200
      )
        seen++;
    assert.ok(seen > 25, `${seen} rows`);
    const classes = calls.find(({ name }) => name === "TrainingClass.list") as Call;
    const { body } = await send(classes, token, {});
    assert.throws(() => tellsMore(body));
    const workbook = await send(calls.find(({ name }) => name === "Organisation.export") as Call, token, {});
    await assert.rejects(tellsNothing(workbook));
  });
});
/** Entities that only the installation has. */
const withoutIds = ["Code", "Datasource", "Tenant"];

describe("every call", () => {
  for (const call of calls) {
    it(`${call.name}: nothing of another tenant`, async () => {
      // Some calls end the session they are made with.
      if (/logout|endSession|lock/i.test(call.name)) return;
      const audiences = call.access === "public" ? [null] : [getAudience(call)];
      for (const audience of audiences) {
        const token = audience ? tokens[audience] : "";
        const own = await send(call, token, {});
        assert.ok(own.statusCode < 500, own.body);
        await tellsNothing(own);
        const asUnknown = inputWithIds(call, () => unknown);
        if (asUnknown === null) continue;
        const ofNobody = await send(call, token, asUnknown);
        const used: string[] = [];
        const ofB = await send(
          call,
          token,
          inputWithIds(call, (entity) => {
            const id = idsOfB.get(entity ?? "") ?? (idsOfB.get("TrainingClass") as string);
            used.push(id);
            return id;
          }),
        );
        assert.ok(ofB.statusCode < 500, ofB.body);
        await tellsNothing(ofB);
        assert.equal(ofB.statusCode, ofNobody.statusCode, `${ofB.body}\n${ofNobody.body}`);
        if (ofB.headers["content-type"]?.toString().includes("json"))
          assert.deepEqual(alike(ofB.body, used), alike(ofNobody.body, used));
      }
    });
  }
});

/** Fails when a response contains a text that only B can have. */
function tellsMore(body: string): void {
  const told = marks.filter((mark) => body.includes(mark));
  assert.deepEqual(told, []);
}

/** Checks a response, and what stands in workbooks and other files too. */
async function tellsNothing({ body, rawPayload }: { body: string; rawPayload: Buffer }): Promise<void> {
  tellsMore(body);
  const rows = rowsOfWorkbook(rawPayload);
  if (rows) for await (const row of rows) tellsMore(JSON.stringify(row));
  else textsOfFile(rawPayload).forEach(tellsMore);
}

/** A response without the requested ids, and without what differs between any two responses. */
const alike = (body: string, ids: readonly string[]): unknown => {
  let text = body;
  for (const id of [...new Set([unknown, ...ids])].sort((x, y) => y.length - x.length))
    text = text.replaceAll(`"${id}"`, '"ID"');
  return JSON.parse(text.replace(/"(jobId|groupId|key|image|publicKey|createTime|time)":"[^"]*"/g, '"$1":""'));
};
