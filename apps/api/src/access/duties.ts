import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { defaultPermissions } from "../core/default-rights.ts";
import { incompatible, sideOf } from "./incompatible-roles.ts";
import type { RoleFacts } from "./reach.ts";

const keysByRole = new Map(
  roleAliases.map((alias): [RoleAlias, ReadonlySet<string>] => [alias, new Set(defaultPermissions(alias, machines))]),
);
const isKeyOf = (alias: RoleAlias, key: string): boolean => keysByRole.get(alias)?.has(key) ?? false;
/** Applying for one's own leave does not count: even the leader may, who only reads. */
const changes = (key: string): boolean => !/_(view|export)$/.test(key) && !isKeyOf("leader", key);

const workers: readonly RoleAlias[] = ["clerk", "firstReviewer", "secondReviewer", "finance"];
/** Of the system administrator's own keys only these make somebody an administrator. */
export const administration: readonly string[] = ["user_add", "user_edit", "role_add", "role_edit"];

/** For each key that is a duty the built-in roles that have it: who holds the key does the work of one of them. */
const duties = new Map(
  workers
    .flatMap((alias) => [...(keysByRole.get(alias) ?? [])].filter(changes))
    .concat(administration)
    .map((key): [string, readonly string[]] => [key, roleAliases.filter((alias) => isKeyOf(alias, key))]),
);

/**
 * Whether roles and keys that somebody holds together make up duties which exclude each other (who checks, pays, administers or
 * audits must not be one person). A role counts by its keys too, since giving it another name must not hide what it does: a key stands for any of the
 * roles that have it, so it clashes where every one of them would.
 */
export function dutiesClash(aliases: readonly string[], permissions: ReadonlySet<string>): boolean {
  if (aliases.includes("auditor") && [...permissions].some(changes)) return true;
  const byKeys = new Map<string, readonly string[]>();
  for (const key of permissions) {
    const holders = duties.get(key);
    if (holders) byKeys.set(holders.join(), holders);
  }
  const held: (readonly string[])[] = [...aliases.map((alias) => [alias]), ...byKeys.values()];
  return held.some((one, at) =>
    held.slice(at + 1).some((other) => one.every((a) => other.every((b) => incompatible([a, b])))),
  );
}

/** Who decides on money: nobody may come to do so by the word of one administrator. */
const deciders: readonly string[] = ["firstReviewer", "secondReviewer", "finance"];

/** Whether a role makes an administrator: by its name, or because it looks after users or roles and no data scope holds it to some of the users. */
const makesAnAdministrator = ({ alias, permissions, dataScopes }: RoleFacts): boolean =>
  alias === "sysAdmin" ||
  (permissions.some((key) => administration.includes(key)) && !dataScopes.some(({ entity }) => entity === "User"));

/** Whether a role reviews or pays: by its name, or by a key that only those have who do. */
const decidesOnMoney = ({ alias, permissions }: RoleFacts): boolean =>
  deciders.includes(alias) ||
  permissions.some((key) => duties.get(key)?.every((holder) => deciders.includes(holder)) ?? false);

/** Whether a role is one of the duties that the bureau parts among people: clerk, review, payment, administration; under whatever name. */
export const isDuty = (role: RoleFacts): boolean =>
  sideOf(role.alias) === "bureau" &&
  (role.alias === "sysAdmin" ||
    (workers as readonly string[]).includes(role.alias) ||
    role.permissions.some((key) => duties.has(key)));

/**
 * Whether a role is given by two administrators together: whatever makes an administrator, and in production whatever reviews or pays. One
 * administrator alone could otherwise be everybody, by an account that he makes up.
 */
export const isGivenByTwo = (role: RoleFacts, production: boolean): boolean =>
  makesAnAdministrator(role) || (production && decidesOnMoney(role));

/** Whether somebody who holds these must sign in with a second factor in production, whatever the parameter says. */
export const owesFactorByDuty = (aliases: readonly string[], permissions: ReadonlySet<string>): boolean =>
  aliases.some((alias) => alias === "sysAdmin" || deciders.includes(alias)) ||
  administration.some((key) => permissions.has(key)) ||
  deciderKeys.some((key) => permissions.has(key));

const deciderKeys = [...duties].flatMap(([key, holders]) =>
  holders.every((holder) => deciders.includes(holder)) ? [key] : [],
);
