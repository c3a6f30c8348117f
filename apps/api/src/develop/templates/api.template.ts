import { snake } from "@jipei/contract/core/entity.ts";
import { createTable } from "../../core/database/ddl.ts";
import type { Module } from "../module.ts";
import { camel } from "../names.ts";

/** The migration: table, index for the order of the list, and foreign keys of the references. */
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

/** The file of a new domain, whose entities have no other rules than those of the contract. */
export const domainFile = (domain: string): string => `import type { Domain } from "../core/http/implement.ts";

export const ${camel(domain)}: Domain = {
  name: "${domain}",
  routes: [],
};
`;
