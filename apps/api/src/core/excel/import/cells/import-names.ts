import { issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Db } from "../../../database/db.ts";
import type { Actor } from "../../../foundation/actor.ts";
import type { Services } from "../../../foundation/services.ts";
import type { Header } from "./import-columns.ts";
import type { ImportRow, ImportSpec, RowIssue } from "../import-definition.ts";

/** Replaces names of other entities' rows by their ids, a batch of rows at a time; each name is looked up once. */
export interface NameFinder {
  /** @param wrong receives names that nobody has */
  resolve(rows: readonly ImportRow[], wrong: (issue: RowIssue) => void): Promise<void>;
}

/** @param free waits until the database may be asked */
export function nameFinder(
  { entity, columns }: ImportSpec,
  header: Header,
  db: Db,
  free: () => Promise<void>,
  app: Services,
  actor: Actor,
): NameFinder {
  const named = columns.flatMap(({ field, resolve }) =>
    resolve && header.columns.some((column) => column.field === field)
      ? [{ field, resolve, ids: new Map<string, string | null>() }]
      : [],
  );
  return {
    async resolve(rows, wrong) {
      for (const { field: name, resolve, ids } of named) {
        const unknown = [...new Set(rows.map((row) => row.values[name] as string | null))].filter(
          (text): text is string => text !== null && !ids.has(text),
        );
        if (unknown.length > 0) {
          await free();
          const found = await resolve(db, unknown, app, actor);
          for (const text of unknown) ids.set(text, found.get(text) ?? null);
        }
        const { zh, en } = entity.fields[name] as Field;
        for (const { row, values } of rows) {
          const text = values[name] as string | null;
          if (text === null) continue;
          values[name] = ids.get(text);
          if (values[name] === null)
            wrong({
              row,
              field: name,
              text,
              issue: issue("NOT_FOUND", `找不到${zh}“${text}”`, `No such ${en.toLowerCase()}: ${text}`),
            });
        }
      }
    },
  };
}
