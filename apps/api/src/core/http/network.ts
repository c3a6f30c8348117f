import { BlockList, isIP, isIPv6 } from "node:net";

/**
 * The network of an IP address, by which attempts are counted: with IPv6 every household and every rented server has 2^64 addresses, which
 * count as one. Any other text is returned as it is.
 */
export function getNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [, inside] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip) ?? [];
  if (inside) return inside;
  const [head = "", tail] = ip.split("%")[0]!.split("::");
  const getParts = (text: string | undefined) => (text ? text.split(":") : []);
  const [front, back] = [getParts(head), getParts(tail)];
  const left = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  const groups = [...front, ...left, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}

/** Whether an address is in a list of addresses and networks (`10.1.2.3,10.0.0.0/8`). Malformed entries are ignored. */
export function isAmong(list: string, ip: string): boolean {
  const networks = new BlockList();
  for (const entry of list.split(",").map((part) => part.trim())) {
    const [network = "", bits] = entry.split("/");
    const family = isIP(network);
    if (family === 0) continue;
    const most = family === 4 ? 32 : 128;
    const width = bits === undefined ? most : Number(bits);
    if (Number.isInteger(width) && width >= 0 && width <= most)
      networks.addSubnet(network, width, family === 4 ? "ipv4" : "ipv6");
  }
  const plain = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1] ?? ip;
  return isIP(plain) !== 0 && networks.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
}
