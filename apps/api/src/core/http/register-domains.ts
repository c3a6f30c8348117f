import { registerDerived, registerTable } from "../database/sql.ts";
import { type Ports, getPorts } from "../foundation/ports.ts";
import { registerProvided } from "../foundation/provided.ts";
import { registerImporter } from "../excel/import/import-registry.ts";
import { registerOwner } from "../storage/files.ts";
import type { Domain } from "./implement.ts";

/**
 * Registers what the domains of an application declare about their entities: which rows an actor sees, how derived fields are worked out, and
 * the names of tables. It must be called before services are created, so that nothing depends on the order of imports.
 * @returns the ports by which earlier domains ask later ones
 */
export function registerDomains(domains: readonly Domain[]): Ports {
  for (const { routes, owners = [], derived = [], provides = {}, importers = [] } of domains) {
    registerProvided(provides);
    for (const owner of [...routes.flatMap((route) => route.owner ?? []), ...owners]) {
      registerOwner(owner);
      registerTable(owner.entity);
    }
    registerDerived(derived);
    importers.forEach(registerImporter);
  }
  return getPorts(domains);
}
