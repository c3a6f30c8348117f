import { workersOf } from "../../src/core/http/implement.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { machines } from "@jipei/contract/machines.ts";
import type { FastifyInstance } from "fastify";
import { type Actor, guest } from "../../src/core/foundation/actor.ts";
import { defaultPermissions } from "../../src/core/access/default-rights.ts";
import { buildApp } from "../../src/core/http/app.ts";
import { findAdded } from "../../src/core/http/idempotency.ts";
import type { Journal } from "../../src/core/http/journal.ts";
import type { Keys } from "../../src/core/security/keys.ts";
import type { Failure } from "../../src/core/foundation/refusal.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { getKeys } from "../../src/core/access/access-check.ts";
import { calls, domains } from "../../src/domains.ts";
import { createTestDatabase } from "../database/template-db.ts";
import { checkAnswers } from "./answers/answer-check.ts";
import { type TestServicesOptions, testServices, withActors } from "./test-services.ts";

/** The permissions that any call asks for. */
export const everyPermission: ReadonlySet<string> = new Set(
  calls.flatMap(({ access }) => (access === "public" || access === "signedIn" ? [] : [...getKeys(access)])),
);

/** The real API on a database of its own. Actors are made directly, so that tests of the chain need no sign-in; sign-in has its own tests. */
export interface TestApp extends Services {
  /** The services that its calls use: changing these changes the calls. */
  services: Services;
  http: FastifyInstance;
  /** A user with a role's default permissions. `orgId`, `entId`, … say whose user they are; every call makes another user. */
  as(role: RoleAlias | readonly RoleAlias[], who?: Partial<Actor>): TestUser;
  stranger: TestUser;
  sentJobs: { name: string; data: object }[];
  /** Runs the jobs sent so far, and those that they send. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface TestUser {
  actor: Actor;
  /** For requests that are not calls of the contract: uploads, downloads. */
  token: string;
  call<I, O>(call: Call<I, O>, input: I): Promise<O>;
  /** What a call answers, done or refused: for tests that play moves of which they do not know whether they are allowed. */
  attempt<I, O>(call: Call<I, O>, input: I): Promise<{ status: number; errorCode: ErrorCode | null; data: O | null }>;
  /** Reads a list with its parameters as they are in an address. */
  list<O>(call: Call<any, O>, parameters?: Record<string, string>): Promise<O>;
  /** The refusal that a call must get; fails when the call succeeds. */
  refused<I>(
    call: Call<I, any>,
    input: unknown,
  ): Promise<{ status: number; errorCode: ErrorCode; msg: string; msgEn: string; failures: Failure[] }>;
}

/**
 * @param on the database of a running server, with its keys: a browser test prepares its rows there
 * @param journal makes the journal; left out: nothing is logged
 */
export async function startTestApp(
  on?: { url: string; keys: Keys },
  journal?: (services: Services) => Promise<Journal>,
  outer: Pick<TestServicesOptions, "internalHosts" | "local"> = {},
): Promise<TestApp> {
  const database = on ? { url: on.url, drop: async () => {} } : await createTestDatabase();
  const sentJobs: { name: string; data: object }[] = [];
  const services = testServices(database.url, {
    ...outer,
    keys: on?.keys,
    jobs: {
      async send(_tx, name, data) {
        sentJobs.push({ name, data });
        return String(sentJobs.length);
      },
    },
  });
  if (journal) services.journal = await journal(services);
  const actors = new Map<string, Actor>();
  const http = checkAnswers(await buildApp(services, withActors(actors)));
  const as: TestApp["as"] = (role, who = {}) => {
    const aliases = typeof role === "string" ? [role] : role;
    const userId = who.userId ?? String(900_000 + actors.size);
    const token = `${userId}-${actors.size}`;
    const permissions = new Set(aliases.flatMap((alias) => defaultPermissions(alias, machines)));
    const actor: Actor = {
      ...guest("127.0.0.1"),
      userId,
      account: `user${userId}`,
      name: `用户${userId}`,
      audience: roles[aliases[0] as RoleAlias].audience,
      roles: aliases,
      permissions,
      ...who,
    };
    actors.set(token, actor);
    return user(http, actor, token);
  };
  return {
    ...services,
    services,
    http,
    as,
    stranger: user(http, guest("127.0.0.1"), ""),
    sentJobs,
    async runJobs() {
      const workers = domains.flatMap(workersOf);
      for (let job = sentJobs.shift(); job; job = sentJobs.shift()) {
        const worker = workers.find((one) => one.name === job?.name);
        if (!worker) throw new Error(`nobody does the job ${job.name}`);
        await worker.run(services, job.data);
      }
    },
    async close() {
      await http.close();
      await services.pool.end();
      await database.drop();
    },
  };
}

let sent = 0;
function user(http: FastifyInstance, actor: Actor, token: string): TestUser {
  async function request(call: Call, input: unknown) {
    const values = Object.entries((input ?? {}) as Record<string, unknown>).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    const inAddress = call.method === "GET" || call.style === "query";
    const query = inAddress
      ? `?${new URLSearchParams(values.map(([key, value]): [string, string] => [key, String(value)]))}`
      : "";
    return http.inject({
      method: call.method,
      url: call.path + query,
      headers: {
        ...(token ? { token } : {}),
        // What a test sends twice it means twice.
        ...(findAdded(call, input) ? { "idempotency-key": `${process.pid}-${++sent}` } : {}),
        ...(inAddress
          ? {}
          : { "content-type": call.style === "form" ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      ...(inAddress
        ? {}
        : {
            payload:
              call.style === "form"
                ? new URLSearchParams(values as [string, string][]).toString()
                : JSON.stringify(input ?? {}),
          }),
    });
  }
  const ask = async (call: Call, input: unknown) => {
    const response = await request(call, input);
    const body = response.json();
    if (response.statusCode !== 200) throw new Error(`${call.name}: ${response.statusCode} ${JSON.stringify(body)}`);
    return call.flat ? body : body.data;
  };
  return {
    actor,
    token,
    call: ask,
    async attempt(call, input) {
      const response = await request(call, input);
      const { errorCode, data } = response.json();
      return response.statusCode === 200
        ? { status: 200, errorCode: null, data }
        : { status: response.statusCode, errorCode, data: null };
    },
    list: (call, parameters = {}) => ask(call, parameters),
    async refused(call, input) {
      const response = await request(call, input);
      if (response.statusCode === 200) throw new Error(`${call.name} was not refused: ${response.body}`);
      const body = response.json();
      return {
        status: response.statusCode,
        errorCode: body.errorCode,
        msg: body.msg,
        msgEn: body.msgEn,
        failures: body.data?.failures ?? [],
      };
    },
  };
}
