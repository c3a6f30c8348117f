import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyRequest } from "fastify";
import { seedTenant } from "../seed/seed.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { createEnvelope } from "./auth/envelope.ts";
import { refreshTokenOf } from "./auth/refresh-cookie.ts";
import { createTenantReader } from "./auth/tokens.ts";
import { closePools, openDb, openPools } from "./core/db.ts";
import type { Site, SiteFinder } from "./core/http/site.ts";
import { isOfTheInstallation } from "./core/installation.ts";
import type { JobQueue, WorkingTenants } from "./core/jobs.boss.ts";
import { Refusal } from "./core/refusal.ts";
import type { WatchedReplica } from "./core/replica-watch.ts";
import type { Services } from "./core/services.ts";
import { shortOf } from "./core/short.ts";
import type { Storage } from "./core/storage.ts";
import type { Tenants } from "./core/tenants.ts";
import { createJournal } from "./logs/journal.ts";
import { schemaOf } from "./tenants/tenant-schema.ts";

/** Connections of one tenant on one node; idle ones are let go, so a tenant nobody works in costs none. */
const connections = { pool: 3, readPool: 2, shortPool: 1 };

/** Who is served: enabled and not expired. Asked at every call of a tenant, so that a closed one stops on every node at once. */
const open = `status = '1' and is_deleted = 0 and (expire_time is null or expire_time > now())`;

export interface Sites extends Tenants, WorkingTenants {
  siteOf: SiteFinder;
  /** Writes what journals still hold, and lets go of the database. */
  close(): Promise<void>;
}

export interface SitesOptions {
  url: string;
  replica?: WatchedReplica | null;
  queue: Pick<JobQueue, "of">;
  /** Where the files of a tenant lie. */
  storageOf: (services: Omit<Services, "storage" | "journal">) => Storage;
}

/**
 * The sites of all tenants of an installation. Each has services of its own on its own schema; what a handler can reach is what they reach,
 * so that no query has to say whose rows it wants.
 */
export function createSites(home: Site, { url, replica: watched, queue, storageOf }: SitesOptions): Sites {
  const { shortPool: pool, settings } = home.services;
  const known = new Map<string, Promise<OpenSite>>();
  const tenantOfToken = createTenantReader(home.services);

  const isOpen = async (tenantId: string): Promise<boolean> =>
    (
      await pool.query({
        name: "tenant-open",
        text: `select from tenant where tenant_id = $1 and ${open}`,
        values: [tenantId],
      })
    ).rowCount === 1;

  function made(tenantId: string): Promise<OpenSite> {
    const have = known.get(tenantId);
    if (have) return have;
    const making = openSite(tenantId);
    known.set(tenantId, making);
    making.catch(() => known.delete(tenantId));
    return making;
  }

  async function openSite(tenantId: string): Promise<OpenSite> {
    const schema = schemaOf(tenantId);
    const pools = openPools(url, connections, { schema, lockTimeout: settings.lockTimeout });
    const replica = watched?.reader(connections.readPool, { schema }) ?? null;
    const letGo = async () => void (await Promise.all([closePools(pools), replica?.close()]));
    try {
      const db = openDb(pools.pool);
      const journal = await createJournal({
        pool: pools.pool,
        db,
        log: home.services.log,
        disk: home.services.disk,
        settings,
      });
      const base = {
        ...home.services,
        tenantId,
        tenants: null,
        ...pools,
        replica,
        db,
        readDb: openDb(pools.readPool),
        jobs: queue.of(tenantId),
      };
      const services: Services = { ...base, journal, storage: storageOf(base) };
      return {
        services,
        authenticate: createAuthenticator(shortOf(services)),
        envelope: createEnvelope(shortOf(services)),
        close: async () => void (await journal.close(), await letGo()),
      };
    } catch (error) {
      await letGo();
      throw error;
    }
  }

  async function find(tenantId: string): Promise<Site | null> {
    if (tenantId === installation) return home;
    return (await isOpen(tenantId)) ? made(tenantId) : null;
  }

  async function tenantOfHost(host: string): Promise<string | null> {
    const { rows } = await pool.query<{ tenantId: string }>({
      name: "tenant-domain",
      text: `select tenant_id as "tenantId" from tenant where lower(domain) = $1 and is_deleted = 0`,
      values: [host.toLowerCase()],
    });
    return rows[0]?.tenantId ?? null;
  }

  return {
    url,
    seed: seedTenant,
    services: async (tenantId) => (await made(tenantId)).services,
    servicesOf: async (tenantId) => (await find(tenantId))?.services ?? null,
    open: async () =>
      (
        await pool.query<{ tenantId: string }>(
          `select tenant_id as "tenantId" from tenant where ${open} and tenant_id <> $1 order by tenant_id`,
          [installation],
        )
      ).rows.map(({ tenantId }) => tenantId),

    async siteOf(request, call, token) {
      const isPublic = !call || call.access === "public";
      if (call && isPublic && isOfTheInstallation(call.path)) return home;
      const bound = token ? tenantOfToken(token) : null;
      if (bound) {
        const site = await find(bound);
        if (site) return site;
        if (!isPublic) throw new Refusal("UNAUTHORIZED");
      }
      // A token that does not hold is refused wherever it is shown.
      if (!isPublic) return home;
      const site = await find(
        boundByRefresh(call, request, tenantOfToken) ??
          named(call, request) ??
          (await tenantOfHost(request.hostname)) ??
          installation,
      );
      if (!site) throw new Refusal("TENANT_UNKNOWN");
      return site;
    },

    async close() {
      for (const site of await Promise.allSettled(known.values()))
        if (site.status === "fulfilled") await site.value.close();
    },
  };
}

interface OpenSite extends Site {
  close(): Promise<void>;
}

const partsOf = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** Who swaps a refresh token stays where that was given. */
function boundByRefresh(
  call: Call<any, any> | null,
  request: FastifyRequest,
  tenantOfToken: (token: string) => string | null,
): string | null {
  if (call?.style !== "form") return null;
  const { refresh_token: sent, grant_type: grant } = partsOf(request.body);
  const refreshToken = textOf(sent) ?? (grant === "refresh_token" ? refreshTokenOf(request) : null);
  return refreshToken && tenantOfToken(refreshToken);
}

/** The tenant that a caller without a token names: in the body or the address where the call knows such a field, else in a header. */
function named(call: Call<any, any> | null, { body, query, headers }: FastifyRequest): string | null {
  const inBody = call?.method === "POST" && call.style !== "multipart" ? textOf(partsOf(body)["tenantId"]) : null;
  return inBody ?? textOf(headers["tenant-id"]) ?? textOf(partsOf(query)["tenantId"]);
}
