import { incompatible } from './incompatible-roles.ts'

/** What makes a role a reviewer, a payer, an administrator, whatever it is called: by one of these keys it counts as the built-in role. */
const marks: Readonly<Record<string, readonly string[]>> = {
  firstReviewer: ['subsidy_apply_first_commit', 'subsidy_apply_return'],
  secondReviewer: ['subsidy_apply_re_commit', 'subsidy_apply_re_return'],
  finance: ['subsidy_apply_pay'],
  sysAdmin: ['user_add', 'user_edit', 'role_add', 'role_edit'],
  clerk: ['train_class_terminate', 'certificate_issue'],
}

/** The built-in roles that somebody fills who holds these roles and keys. */
export const dutiesOf = (aliases: readonly string[], permissions: ReadonlySet<string>): string[] => [
  ...new Set([...aliases, ...Object.entries(marks).flatMap(([alias, keys]) => (keys.some((key) => permissions.has(key)) ? [alias] : []))]),
]

/**
 * The first two duties that exclude each other among those that roles and keys make up together, null when there are none (roles.md §5: who
 * checks, pays or administers must not be one person, and renaming a role must not hide it).
 */
export const clashOfDuties = (aliases: readonly string[], permissions: ReadonlySet<string>): [string, string] | null => incompatible(dutiesOf(aliases, permissions))
