import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { Agent, fetch } from "undici";
import { Refusal } from "../foundation/refusal.ts";
import type { Settings } from "../foundation/settings.ts";

/**
 * Requests to addresses that a user typed on a page: storage, sign-in providers, data sources. They must not give access to the server's own
 * network (SSRF), so the address that a name resolves to is checked when connecting, not before.
 */

/** All networks that are not the public internet (RFC 6890), and those that embed such addresses (RFC 2765, 3056, 4380, 6052). */
const internal = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  internal.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 32],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const)
  internal.addSubnet(network, bits, "ipv6");

type Resolved = { address: string; family: number }[];

/** @throws ADDRESS_INTERNAL */
function check({ internalHosts: { names, networks } }: Settings, host: string, port: string, resolved: Resolved): void {
  if (names.has(host) || names.has(`${host}:${port}`)) return;
  for (const { address, family } of resolved) {
    const kind = family === 6 ? "ipv6" : "ipv4";
    if (internal.check(address, kind) && !networks.check(address, kind))
      throw new Refusal("ADDRESS_INTERNAL", { host });
  }
}

/** The addresses of a host name; an address is returned as it is. */
async function resolve(host: string): Promise<Resolved> {
  const family = isIP(host);
  return family ? [{ address: host, family }] : promisify(lookup)(host, { all: true });
}

/**
 * The address of a host, for clients that do not speak HTTP; connect to it, not to the name.
 * @throws ADDRESS_INTERNAL; what the resolver throws (ENOTFOUND)
 */
export async function findPublicAddress(settings: Settings, host: string, port: number): Promise<string> {
  const name = bare(host);
  const resolved = await resolve(name);
  check(settings, name, String(port), resolved);
  return (resolved[0] as Resolved[number]).address;
}

/** Refuses an internal host before its address is stored. An unknown name is accepted, since it is checked again when connecting. @throws ADDRESS_INTERNAL */
export async function refuseInternal(settings: Settings, host: string, port: number): Promise<void> {
  await findPublicAddress(settings, host, port).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
  });
}

/** Host and port to connect to. */
export interface Endpoint {
  host: string;
  port: string;
}

export const endpointOfUrl = ({ hostname, port, protocol }: URL): Endpoint => ({
  host: bare(hostname),
  port: port || (protocol === "https:" ? "443" : "80"),
});

/**
 * Whether an address is in the own network and not allowed by the operator together with its port: users who type such an address may be
 * probing for others. An unknown name is in no network.
 */
export async function mayProbeInside(
  { internalHosts }: Pick<Settings, "internalHosts">,
  { host, port }: Endpoint,
): Promise<boolean> {
  if (internalHosts.names.has(`${bare(host)}:${port}`)) return false;
  const resolved = await resolve(bare(host)).catch(() => []);
  return resolved.some(({ address, family }) => internal.check(address, family === 6 ? "ipv6" : "ipv4"));
}

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$/g, "");

export type SafeFetch = (url: string | URL, init?: RequestInit & { duplex?: "half" }) => Promise<Response>;

/**
 * `fetch` for addresses that a user typed: HTTP and HTTPS only, redirects are returned and not followed, and the connection is made to the very
 * address that was checked. The caller sets time limits (`signal`).
 * @throws ADDRESS_INTERNAL; TypeError on another protocol; transport errors as `fetch` throws them
 */
export function createSafeFetch(settings: Settings): SafeFetch {
  const agents = new Map<string, Agent>();
  // One agent for each port, since the resolver does not know the port.
  const createAgent = (port: string) => {
    const known = agents.get(port);
    if (known) return known;
    const agent = new Agent({ connect: { lookup: checkedLookup(settings, port) }, keepAliveTimeout: 4_000 });
    agents.set(port, agent);
    return agent;
  };
  return async (address, init = {}) => {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not called`);
    const { host, port } = endpointOfUrl(url);
    // The resolver is not asked for an IP address, so that is checked here.
    if (isIP(host)) check(settings, host, port, await resolve(host));
    try {
      // The dispatcher is that of the package undici; the types are those of the one inside Node.
      return (await fetch(url, {
        redirect: "manual",
        ...init,
        dispatcher: createAgent(port),
      } as never)) as unknown as Response;
    } catch (error) {
      const { cause } = error as Error;
      throw cause instanceof Refusal ? cause : error;
    }
  };
}

const checkedLookup =
  (settings: Settings, port: string): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, resolved) => {
      if (error) return done(error, "", 0);
      try {
        check(settings, bare(host), port, resolved);
      } catch (refusal) {
        return done(refusal as Error, "", 0);
      }
      const [first] = resolved;
      if (options.all) done(null, resolved);
      else done(null, first?.address ?? "", first?.family);
    });
  };
