import type { Actor } from '../core/actor.ts'
import { runsTheInstallation } from '../core/installation.ts'
import { Refusal } from '../core/refusal.ts'
import type { Scope } from '../core/rows.ts'
import { everything, nothing } from '../core/sql.ts'

/** Connections and source code belong to the installation: administrators of tenants neither see nor use them. */
export const installationRows: Scope = (actor) => (runsTheInstallation(actor) ? everything : nothing)

/** @throws ROLE_DENIED */
export function mustRunTheInstallation(actor: Actor): void {
  if (!runsTheInstallation(actor)) throw new Refusal('ROLE_DENIED')
}
