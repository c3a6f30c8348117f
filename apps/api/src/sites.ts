import { findTenantOfHost, getTenants, isOpenTenant } from "./tenants/tenants.queries.ts";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { tenantOfLink } from "@jipei/contract/setup/setup-path.ts";
import type { FastifyRequest } from "fastify";
import { seedTenant } from "../seed/seed.ts";
import { createAuthenticator } from "./auth/token/authenticate.ts";
import { createEnvelope } from "./auth/client/envelope.ts";
import { findRefreshToken } from "./auth/token/refresh-cookie.ts";
import { createTenantReader } from "./auth/token/tokens.ts";
import { closePools, openDb, openPools } from "./core/database/db.ts";
import type { Site, SiteFinder } from "./core/http/site.ts";
import { isOfTheInstallation } from "./core/foundation/installation.ts";
import type { JobQueue, WorkingTenants } from "./core/jobs/jobs.boss.ts";
import { Refusal } from "./core/foundation/refusal.ts";
import type { WatchedReplica } from "./core/database/replica/replica-watch.ts";
import type { Services } from "./core/foundation/services.ts";
import { withShortCalls } from "./core/foundation/short-calls.ts";
import type { Storage } from "./core/storage/storage.ts";
import type { Tenants } from "./core/foundation/tenants.ts";
import { createJournal } from "./logs/journal.ts";
import { getSchema } from "./tenants/tenant-schema.ts";

/** Connections of one tenant on one node; idle ones are closed, so an unused tenant needs none. */
const connections = { pool: 3, readPool: 2, shortPool: 1 };

export interface Sites extends Tenants<Services>, WorkingTenants {
  getSite: SiteFinder;
  /** Flushes the journals and closes the connections. */
  close(): Promise<void>;
}

export interface SitesOptions {
  url: string;
  replica?: WatchedReplica | null;
  queue: Pick<JobQueue, "of">;
  /** The storage for the files of a tenant. */
  storageOf: (services: Omit<Services, "storage" | "journal">) => Storage;
}

/**
 * The sites of all tenants of an installation. Each has services of its own on its own schema, and a handler reaches data through them only,
 * so that no query has to name the tenant.
 */
export function createSites(home: Site, { url, replica: watched, queue, storageOf }: SitesOptions): Sites {
  const { shortPool: pool, settings } = home.services;
  const known = new Map<string, Promise<OpenSite>>();
  const tenantOfToken = createTenantReader(home.services);

  function made(tenantId: string): Promise<OpenSite> {
    const have = known.get(tenantId);
    if (have) return have;
    const making = openSite(tenantId);
    known.set(tenantId, making);
    making.catch(() => known.delete(tenantId));
    return making;
  }

  async function openSite(tenantId: string): Promise<OpenSite> {
    const schema = getSchema(tenantId);
    const pools = openPools(url, connections, { schema, lockTimeout: settings.lockTimeout });
    const replica = watched?.reader(connections.readPool, { schema }) ?? null;
    const closeConnections = async () => void (await Promise.all([closePools(pools), replica?.close()]));
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
        authenticate: createAuthenticator(withShortCalls(services)),
        envelope: createEnvelope(withShortCalls(services)),
        close: async () => void (await journal.close(), await closeConnections()),
      };
    } catch (error) {
      await closeConnections();
      throw error;
    }
  }

  async function find(tenantId: string): Promise<Site | null> {
    if (tenantId === installation) return home;
    return (await isOpenTenant(pool, tenantId)) ? made(tenantId) : null;
  }

  /** Public calls of the installation are those with a set-up link, which names the tenant it was made for. */
  async function siteOfLink({ body }: FastifyRequest): Promise<Site> {
    const site = await find(tenantOfLink(getText(getParts(body).token) ?? "") ?? installation);
    if (!site) throw new Refusal("TENANT_UNKNOWN");
    return site;
  }

  return {
    url,
    seed: seedTenant,
    services: async (tenantId) => (await made(tenantId)).services,
    list: async () => (await getTenants(pool)).filter(({ tenantId }) => tenantId !== installation),

    async getSite(request, call, token) {
      const isPublic = !call || call.access === "public";
      if (call && isPublic && isOfTheInstallation(call.path)) return siteOfLink(request);
      const bound = token ? tenantOfToken(token) : null;
      if (bound) {
        const site = await find(bound);
        if (site) return site;
        if (!isPublic) throw new Refusal("UNAUTHORIZED");
      }
      // An invalid token is refused at any site.
      if (!isPublic) return home;
      const site = await find(
        boundByRefresh(call, request, tenantOfToken) ??
          named(call, request) ??
          (await findTenantOfHost(pool, request.hostname)) ??
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

const getParts = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
const getText = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** A refresh token is used at the site that issued it. */
function boundByRefresh(
  call: Call | null,
  request: FastifyRequest,
  tenantOfToken: (token: string) => string | null,
): string | null {
  if (call?.style !== "form") return null;
  const { refresh_token: sent, grant_type: grant } = getParts(request.body);
  const refreshToken = getText(sent) ?? (grant === "refresh_token" ? findRefreshToken(request) : null);
  return refreshToken && tenantOfToken(refreshToken);
}

/** The tenant named by a caller without a token: in the body or query where the call has such a field, else in a header. */
function named(call: Call | null, { body, query, headers }: FastifyRequest): string | null {
  const inBody = call?.method === "POST" && call.style !== "multipart" ? getText(getParts(body).tenantId) : null;
  return inBody ?? getText(headers["tenant-id"]) ?? getText(getParts(query).tenantId);
}
