import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Right, capabilities } from "@jipei/contract/capabilities.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { roleAliases } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { getKeys } from "../src/core/access/access-check.ts";
import { defaultPermissions } from "../src/core/access/default-rights.ts";
import { calls } from "../src/domains.ts";

/** Types hold what handlers and pages ask for against the same lists (`PermissionKey`); calls stand below these lists. */
describe("permissions of calls", () => {
  const rights: readonly Right[] = ["view", "export", "add", "import", "edit", "print", "delete"];
  const known = new Set([
    ...Object.keys(capabilities).flatMap((resource) => rights.map((right) => `${resource}_${right}`)),
    ...roleAliases.flatMap((role) => defaultPermissions(role, machines)),
    ...machines.flatMap((machine) => Object.keys(machine.actions).map((action) => getPermission(machine, action))),
  ]);
  it("are those of the matrix, of moves, and of actions beside them", () => {
    const asked = calls.flatMap(({ name, access }) =>
      access === "public" || access === "signedIn" ? [] : [...getKeys(access)].map((key) => ({ name, key })),
    );
    assert.deepEqual(
      asked.filter(({ key }) => !known.has(key)),
      [],
    );
  });
});
