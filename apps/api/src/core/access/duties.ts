import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { defaultPermissions } from "./default-rights.ts";
import { incompatible, getSide } from "./incompatible-roles.ts";

const keysByRole = new Map(
  roleAliases.map((alias): [RoleAlias, ReadonlySet<string>] => [alias, new Set(defaultPermissions(alias, machines))]),
);
const isKeyOf = (alias: RoleAlias, key: string): boolean => keysByRole.get(alias)?.has(key) ?? false;
/** Whether a key changes something. Keys of the leader do not count: leaders only read, and may apply for their own leave. */
const changes = (key: string): boolean => !/_(view|export)$/.test(key) && !isKeyOf("leader", key);

/** The parts of a role that say which work it does. */
interface RoleKeys {
  alias: string;
  permissions: readonly string[];
  dataScopes: readonly { entity: string }[];
}

const workers: readonly RoleAlias[] = ["clerk", "firstReviewer", "secondReviewer", "finance"];
/** The keys of the system administrator that make their holder an administrator. */
export const administration: readonly string[] = ["user_add", "user_edit", "role_add", "role_edit"];

/** For each key that belongs to a duty, the built-in roles that have it: a holder of the key does the work of one of them. */
const duties = new Map(
  workers
    .flatMap((alias) => [...(keysByRole.get(alias) ?? [])].filter(changes))
    .concat(administration)
    .map((key): [string, readonly string[]] => [key, roleAliases.filter((alias) => isKeyOf(alias, key))]),
);

/**
 * Whether the roles and keys of one user make up duties that exclude each other: those who review, pay, administer and audit must be different
 * people. Roles count by their keys too, so that another name does not hide what a role does. A key may belong to several roles; it clashes
 * only where each of them would.
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

/** The roles that decide on money: a single administrator must not be able to grant them. */
const deciders: readonly string[] = ["firstReviewer", "secondReviewer", "finance"];

/** Whether a role makes its holders administrators: by its name, or because it manages users or roles and no data scope restricts it to some users. */
const makesAnAdministrator = ({ alias, permissions, dataScopes }: RoleKeys): boolean =>
  alias === "sysAdmin" ||
  (permissions.some((key) => administration.includes(key)) && !dataScopes.some(({ entity }) => entity === "User"));

/** Whether a role reviews or pays: by its name, or by a key that only reviewers or finance have. */
const decidesOnMoney = ({ alias, permissions }: RoleKeys): boolean =>
  deciders.includes(alias) ||
  permissions.some((key) => duties.get(key)?.every((holder) => deciders.includes(holder)) ?? false);

/** Whether a role is one of the bureau's duties that must be separated (clerk, review, payment, administration), whatever its name. */
export const isDuty = (role: RoleKeys): boolean =>
  getSide(role.alias) === "bureau" &&
  (role.alias === "sysAdmin" ||
    (workers as readonly string[]).includes(role.alias) ||
    role.permissions.some((key) => duties.has(key)));

/**
 * Whether granting a role takes two administrators: roles that make an administrator, and in production roles that review or pay. Otherwise a
 * single administrator could act in every role, through accounts that they make up.
 */
export const isGivenByTwo = (role: RoleKeys, production: boolean): boolean =>
  makesAnAdministrator(role) || (production && decidesOnMoney(role));

/** Whether users with these roles and keys must sign in with a second factor in production, whatever the parameter says. */
export const needsFactorByDuty = (aliases: readonly string[], permissions: ReadonlySet<string>): boolean =>
  aliases.some((alias) => alias === "sysAdmin" || deciders.includes(alias)) ||
  administration.some((key) => permissions.has(key)) ||
  deciderKeys.some((key) => permissions.has(key));

const deciderKeys = [...duties].flatMap(([key, holders]) =>
  holders.every((holder) => deciders.includes(holder)) ? [key] : [],
);
