import type { Audience } from "@jipei/contract/core/audience.ts";
import { type RoleAlias, roles as builtIn } from "@jipei/contract/core/roles.ts";
import { Refusal } from "../foundation/refusal.ts";

/** Roles that nobody may hold together: those who review, pay, administer and audit must be different people. */
const pairs: readonly (readonly [RoleAlias, readonly RoleAlias[]])[] = [
  ["firstReviewer", ["secondReviewer"]],
  ["finance", ["firstReviewer", "secondReviewer", "leader"]],
  ["sysAdmin", ["firstReviewer", "secondReviewer", "clerk", "finance"]],
  // Auditors only read. All other roles change something, except the leader's.
  [
    "auditor",
    [
      "sysAdmin",
      "clerk",
      "firstReviewer",
      "secondReviewer",
      "finance",
      "orgAdmin",
      "orgTeacher",
      "entAdmin",
      "student",
      "assessor",
    ],
  ],
];
const externalRoles: readonly RoleAlias[] = ["orgAdmin", "orgTeacher", "entAdmin", "student", "assessor"];

/** The audience that a role belongs to. Roles that are not built in were created by the bureau and belong to it. */
export const getSide = (alias: string): Audience =>
  Object.hasOwn(builtIn, alias) ? builtIn[alias as RoleAlias].audience : "bureau";

/** The first two of the roles that exclude each other; null when all may be held together. */
export function incompatible(aliases: readonly string[]): [string, string] | null {
  for (const [one, others] of pairs) {
    const other = others.find((alias) => aliases.includes(alias));
    if (other && aliases.includes(one)) return [one, other];
  }
  const externalRole = externalRoles.find((alias) => aliases.includes(alias));
  const bureauRole = aliases.find((alias) => getSide(alias) === "bureau");
  return externalRole && bureauRole ? [bureauRole, externalRole] : null;
}

/** @throws ROLE_DENIED when two of the roles exclude each other */
export function assertCompatible(aliases: readonly string[]): void {
  if (incompatible(aliases)) throw new Refusal("ROLE_DENIED");
}
