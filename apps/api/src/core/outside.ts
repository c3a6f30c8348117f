import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { Agent, fetch } from "undici";
import { Refusal } from "./refusal.ts";
import type { Settings } from "./settings.ts";

/**
 * Calls to addresses that somebody typed on a page: storage, sign-in providers, data sources. They must not become a way into the
 * network the server stands in, so what a name resolves to is checked at the moment of connecting, not before.
 */

/** Everything that is not the public internet (RFC 6890), and ways of writing such addresses into others (RFC 2765, 3056, 4380, 6052). */
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

/** Hosts of the own network that the operator allows (INTERNAL_HOSTS). */
export interface InternalHosts {
  /** `host` or `host:port`, in small letters. */
  names: ReadonlySet<string>;
  networks: BlockList;
}

/** Reads a list of names, addresses and networks, comma between them. @returns undefined when one of them is none */
export function readInternalHosts(list: string): InternalHosts | undefined {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of list
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [network = "", bits] = entry.split("/");
    if (bits === undefined) {
      if (!URL.canParse(`http://${isIP(entry) === 6 ? `[${entry}]` : entry}`)) return undefined;
      names.add(entry);
    } else {
      const family = isIP(network);
      if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
      networks.addSubnet(network, Number(bits), family === 4 ? "ipv4" : "ipv6");
    }
  }
  return { names, networks };
}

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

/** What a name stands for; an address stands for itself. */
async function resolve(host: string): Promise<Resolved> {
  const family = isIP(host);
  return family ? [{ address: host, family }] : promisify(lookup)(host, { all: true });
}

/**
 * The address of a host, for clients that do not speak HTTP; connect to it, not to the name.
 * @throws ADDRESS_INTERNAL; what the resolver throws (ENOTFOUND)
 */
export async function outsideAddress(settings: Settings, host: string, port: number): Promise<string> {
  const name = bare(host);
  const resolved = await resolve(name);
  check(settings, name, String(port), resolved);
  return (resolved[0] as Resolved[number]).address;
}

/** Refuses a host of the own network before its address is kept; a name that is not known yet is no fault, it is checked again at connecting. @throws ADDRESS_INTERNAL */
export async function refuseInternal(settings: Settings, host: string, port: number): Promise<void> {
  await outsideAddress(settings, host, port).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
  });
}

/** Where something is to be connected to. */
export interface Endpoint {
  host: string;
  port: string;
}

export const endpointOfUrl = ({ hostname, port, protocol }: URL): Endpoint => ({
  host: bare(hostname),
  port: port || (protocol === "https:" ? "443" : "80"),
});

/**
 * Whether an address lies in the own network, without that the operator named its very port: who types such addresses might look for others. A name
 * that nobody knows lies nowhere.
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

export type OutsideFetch = (url: string | URL, init?: RequestInit & { duplex?: "half" }) => Promise<Response>;

/**
 * `fetch` for addresses somebody typed: http and https only, redirects answered as they are, and the connection is made to the very
 * address that was checked. Time limits are the caller's (`signal`).
 * @throws ADDRESS_INTERNAL; TypeError on another protocol; the transport's faults as `fetch` throws them
 */
export function outsideFetch(settings: Settings): OutsideFetch {
  const agents = new Map<string, Agent>();
  // An agent a port, since the resolver is not told the port.
  const agentOf = (port: string) => {
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
    // An address is never looked up.
    if (isIP(host)) check(settings, host, port, await resolve(host));
    try {
      return (await fetch(url, {
        redirect: "manual",
        ...init,
        dispatcher: agentOf(port),
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
