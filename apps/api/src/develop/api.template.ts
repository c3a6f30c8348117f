import { snake } from "@jipei/contract/core/entity.ts";
import { createTable } from "../core/ddl.ts";
import type { Module } from "./module.ts";
import { camel } from "./names.ts";

/** The migration: the table as the contract wants it, its order, and what its references point to. */
export function migrationFile({ entity, table, fields, targets }: Module): string {
  const references = fields
    .filter(({ kind }) => kind === "ref")
    .flatMap(({ name, entity: target }) => {
      const column = snake(name);
      const to = targets.get(target ?? "")?.table;
      return [
        `alter table ${table} add constraint ${table}_${column}_fk foreign key (${column}) references ${to} (id);`,
        `create index ${table}_${column} on ${table} (${column}) where is_deleted = 0;`,
      ];
    });
  return (
    [
      createTable(entity).trimEnd(),
      `create index ${table}_order on ${table} (create_time desc, id desc) where is_deleted = 0;`,
      ...references,
    ].join("\n") + "\n"
  );
}

/** The routes: the four standard calls over all rows of the house. */
export function routesFile({ entityName, variable, file, domain, resource, targets }: Module): string {
  const refers = targets.size > 0;
  return `import { ${entityName}, ${variable}Calls } from '@jipei/contract/${domain}/${file}.ts'
import { crudRoutes } from '../core/crud.ts'
${refers ? "import { refuseDangling } from '../core/references.ts'\n" : ""}import { everything } from '../core/sql.ts'

export const ${variable}Routes = crudRoutes(${variable}Calls, {
  entity: ${entityName},
  resource: '${resource}',
  scope: () => everything,
  audited: true,
${
  refers
    ? `  async beforeSave(tx, _actor, merged) {
    await refuseDangling(tx, ${entityName}, merged)
    return {}
  },
`
    : ""
}})
`;
}

/** The file of a domain that is not there yet. */
export function domainFile(domain: string, modules: readonly Module[]): string {
  return `import type { Domain } from '../core/implement.ts'
${modules.map(({ variable, file }) => `import { ${variable}Routes } from './${file}.routes.ts'\n`).join("")}
export const ${camel(domain)}: Domain = { name: '${domain}', routes: [${modules.map(({ variable }) => `...${variable}Routes`).join(", ")}] }
`;
}
