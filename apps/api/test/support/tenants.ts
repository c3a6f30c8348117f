import { tenantCalls } from "@jipei/contract/tenants/tenant.ts";
import type { FastifyInstance } from "fastify";
import { createAuthenticator } from "../../src/auth/token/authenticate.ts";
import { createEnvelope } from "../../src/auth/client/envelope.ts";
import { openPool } from "../../src/core/database/db.ts";
import { buildApp } from "../../src/core/http/app.ts";
import type { Site } from "../../src/core/http/site.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { domains } from "../../src/domains.ts";
import { providerStorage } from "../../src/files/provider-storage.ts";
import { createSites, type Sites } from "../../src/sites.ts";
import { migrateTenant, getSchema } from "../../src/tenants/tenant-schema.ts";
import { memoryStorage } from "./memory-storage.ts";
import { anAccount, signIn } from "./sign-in.ts";
import { type TestApp, type TestUser, startTestApp } from "./test-app.ts";
import { checkAnswers } from "./answers/answer-check.ts";

/** A test app in tenant mode; its `http` requires real sign-in and finds the tenant, its users made by `as` belong to the installation. */
export interface TenantsApp extends TestApp {
  sites: Sites;
  /** The system administrator of the installation. */
  platform: TestUser;
  /** Jobs that tenants sent, with the tenant of each. */
  tenantJobs: { tenantId: string; name: string; data: object }[];
  /** Adds a tenant and creates it. @param firstId where its ids begin, so that no row has the id of another tenant's */
  added(name: string, firstId?: string): Promise<AddedTenant>;
}

export interface AddedTenant {
  id: string;
  tenantId: string;
  /** The one-time password of its administrator. */
  password: string;
  services: Services;
}

/** @param on an existing database; left out: a new one */
export async function startTenants(on?: Parameters<typeof startTestApp>[0]): Promise<TenantsApp> {
  const app = await startTestApp(on);
  const { connectionString: url } = app.pool.options as unknown as { connectionString: string };
  const tenantJobs: TenantsApp["tenantJobs"] = [];
  const of = (tenantId: string) => ({
    send: async (_tx: unknown, name: string, data: object) => String(tenantJobs.push({ tenantId, name, data })),
  });
  const home = (services: Services): Site => ({
    services,
    authenticate: createAuthenticator(services),
    envelope: createEnvelope(services),
  });
  const services: Services = app.services;
  const sites = createSites(home(services), {
    url,
    queue: { of },
    storageOf: (own) => providerStorage(own, memoryStorage()),
  });
  services.tenants = sites;
  const http: FastifyInstance = checkAnswers(
    await buildApp(services, { domains, ...home(services), siteOf: sites.getSite }),
  );
  const platform = app.as("sysAdmin");
  return {
    ...app,
    tenants: sites,
    http,
    sites,
    platform,
    tenantJobs,
    async added(tenantName, firstId) {
      const { id, tenantId, password } = await platform.call(tenantCalls.submit, { tenantName });
      if (firstId) await countFrom(url, tenantId as string, firstId);
      await app.runJobs();
      return {
        id,
        tenantId: tenantId as string,
        password: password as string,
        services: await sites.services(tenantId as string),
      };
    },
    async close() {
      await http.close();
      await sites.close();
      await app.close();
    },
  };
}

async function countFrom(url: string, tenantId: string, firstId: string): Promise<void> {
  await migrateTenant(url, tenantId, false);
  const pool = openPool(url, 1, { schema: getSchema(tenantId) });
  await pool.query(
    `do $$ declare one text; begin for one in select sequencename from pg_sequences where schemaname = current_schema() and data_type = 'bigint'::regtype loop perform setval(one::regclass, ${Number(firstId)}); end loop; end $$`,
  );
  await pool.end();
}

/** Signs in to a tenant as an account made there; a clerk unless given otherwise. @returns the token */
export async function getToken(
  app: TenantsApp,
  tenant: AddedTenant,
  account: Parameters<typeof anAccount>[1] = {},
): Promise<string> {
  const made = await anAccount(tenant.services, account);
  const answer = await signIn(app.http, made.account, {
    loginType: account.loginType ?? "0",
    headers: { "tenant-id": tenant.tenantId },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().access_token as string;
}
