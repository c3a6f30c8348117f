import { type AnyResource, resources } from "@jipei/contract/entities.ts";
import { validity } from "@jipei/contract/core/fields/flags.ts";
import type { Tx } from "../database/db.ts";
import { type Scope, validRows } from "../database/rows.ts";
import { everything } from "../database/sql.ts";
import { exporter } from "../excel/export.ts";
import { formImporter } from "../excel/import/form-import.ts";
import type { Domain } from "../http/implement.ts";
import { type CrudOptions, crudRoutes } from "./crud.ts";
import { refuseDangling, refuseDuplicate, refuseUsed } from "./references.ts";

/** A domain with the standard routes and exports of its entities that have no rules of their own beside those in the contract. */
export function withResources(domain: Domain): Domain {
  const plain = (resources[domain.name] ?? []).filter(({ ownRoutes }) => !ownRoutes);
  const exports = plain.map(({ entity, calls }) => exporter(entity, calls.export, { scope: getScope(entity) }));
  const importers = [
    ...(domain.importers ?? []),
    ...plain.flatMap((resource) =>
      resource.calls.import ? formImporter(resource.calls.import, getOptions(resource)) : [],
    ),
  ];
  return {
    ...domain,
    importers,
    routes: [
      ...plain.flatMap((resource) => crudRoutes(resource.calls, getOptions(resource))),
      ...domain.routes,
      ...exports,
      ...importers.flatMap(({ routes }) => routes),
    ],
  };
}

/** Only the bureau sees rows that are out of use. */
const getScope = ({ fields }: AnyResource["entity"]): Scope =>
  fields.isValid?.codes?.name === validity.name ? validRows : () => everything;

function getOptions({ entity, resource, unique, inUse, audited }: AnyResource): CrudOptions {
  return {
    entity,
    resource,
    scope: getScope(entity),
    ...(audited && { audited }),
    async beforeSave(tx, _actor, merged) {
      await refuseDangling(tx, entity, merged);
      for (const names of unique) await refuseTaken(tx, entity, names, merged);
    },
    beforeRemove: (tx, _actor, rows) => refuseUsed(tx, entity, rows, inUse),
  };
}

/** @throws DUPLICATE where a live row has the same values in these fields */
function refuseTaken(
  tx: Tx,
  entity: AnyResource["entity"],
  names: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const labels = names.flatMap((name) => entity.fields[name] ?? []);
  return refuseDuplicate(
    tx,
    entity,
    row.id as string | undefined,
    Object.fromEntries(names.map((name) => [name, row[name]])),
    "DUPLICATE",
    { field: { zh: labels.map(({ zh }) => zh).join("、"), en: labels.map(({ en }) => en).join(", ") } },
  );
}
