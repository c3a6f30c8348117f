import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getNetwork } from "./network.ts";

describe("getNetwork", () => {
  for (const [address, network] of [
    ["10.1.2.3", "10.1.2.3"],
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::", "2001:db8:0:1::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::10.1.2.3", "64:ff9b:0:0::/64"],
    ["17", "17"],
  ] as const)
    it(`counts ${address} as ${network}`, () => assert.equal(getNetwork(address), network));
});
