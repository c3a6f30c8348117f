import { BlockList, isIP } from "node:net";

/** Hosts in the own network that the operator allows (INTERNAL_HOSTS). */
export interface InternalHosts {
  /** `host` or `host:port`, in lower case. */
  names: ReadonlySet<string>;
  networks: BlockList;
}

/** Parses a comma-separated list of names, addresses and networks. @returns undefined when an entry is malformed */
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
