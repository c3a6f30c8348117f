import type { Audience } from "@jipei/contract/core/call.ts";
import { type RoleAlias, roles as builtIn } from "@jipei/contract/core/roles.ts";
import { Refusal } from "../core/refusal.ts";

/** Roles nobody may hold together: who checks, pays, administers or audits must not be one person. */
const pairs: readonly (readonly [RoleAlias, readonly RoleAlias[]])[] = [
  ["firstReviewer", ["secondReviewer"]],
  ["finance", ["firstReviewer", "secondReviewer", "leader"]],
  ["sysAdmin", ["firstReviewer", "secondReviewer", "clerk", "finance"]],
  // The auditor only reads; every other role changes something, but for the leader, who reads too.
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
const outside: readonly RoleAlias[] = ["orgAdmin", "orgTeacher", "entAdmin", "student", "assessor"];

/** The side that a role belongs to; roles that the bureau made itself belong to the bureau. */
export const sideOf = (alias: string): Audience =>
  Object.hasOwn(builtIn, alias) ? builtIn[alias as RoleAlias].audience : "bureau";

/** The first two of the roles that exclude each other, null when all may be held together. */
export function incompatible(aliases: readonly string[]): [string, string] | null {
  for (const [one, others] of pairs) {
    const other = others.find((alias) => aliases.includes(alias));
    if (other && aliases.includes(one)) return [one, other];
  }
  const guestRole = outside.find((alias) => aliases.includes(alias));
  const bureauRole = aliases.find((alias) => sideOf(alias) === "bureau");
  return guestRole && bureauRole ? [bureauRole, guestRole] : null;
}

/** @throws ROLE_DENIED when two of the roles exclude each other */
export function mustBeCompatible(aliases: readonly string[]): void {
  if (incompatible(aliases)) throw new Refusal("ROLE_DENIED");
}
