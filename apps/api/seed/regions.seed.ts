import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCode } from "@jipei/contract/settings/region.ts";
import { sql } from "kysely";
import type { Db } from "../src/core/database/db.ts";

interface SeedRegion {
  code: string;
  name: string;
  parent: string;
  level: string;
  full: string;
  validity: "isValid" | "unValid";
}

/**
 * Provinces, cities, counties and towns; reference/README.md states their sources. Read when the files have changed: new codes are
 * added, and rows that nobody changed by hand are updated. What an administrator removed does not come back.
 * @param down the lowest level: tests that are not about towns do without forty thousand of them
 */
export async function seedRegions(db: Db, down: "towns" | "counties" = "towns"): Promise<void> {
  const files = down === "towns" ? ["regions.tsv", "towns.tsv"] : ["regions.tsv"];
  const [regions = "", towns = ""] = await Promise.all(
    files.map((name) => readFile(join(import.meta.dirname, "reference", name), "utf8")),
  );
  const edition = createHash("sha256").update(`${regions}${towns}`).digest("hex");
  const { rows } = await sql`select from reference_edition where name = 'region' and edition = ${edition}`.execute(db);
  if (rows.length > 0) return;
  const wanted = JSON.stringify(getRegions(regions, towns));
  await db.transaction().execute(async (tx) => {
    const given = sql`jsonb_to_recordset(${wanted}::jsonb) as r (code text, name text, parent text, level text, "full" text, validity text)`;
    await sql`update region t set name = r.name, parent_code = r.parent, region_level = r.level, full_name = r."full", is_valid = r.validity
      from ${given} where t.code = r.code and t.is_deleted = 0 and t.update_user = 0
        and (t.name, t.parent_code, t.region_level, t.full_name, t.is_valid) is distinct from (r.name, r.parent, r.level, r."full", r.validity)`.execute(
      tx,
    );
    await sql`insert into region (code, name, parent_code, region_level, full_name, is_valid, create_user, update_user)
      select code, name, parent, level, "full", validity, 0, 0 from ${given} where not exists (select from region t where t.code = r.code) order by code`.execute(
      tx,
    );
    await sql`insert into reference_edition (name, edition) values ('region', ${edition})
      on conflict (name) do update set edition = excluded.edition, update_time = now()`.execute(tx);
  });
  // After this many new rows: until autovacuum runs, the planner would take the table for empty.
  await sql`analyze region`.execute(db);
}

const getLines = (text: string): [code: string, name: string, mark: string | undefined][] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t") as [string, string, string | undefined]);

/** A county without a city belongs to its province, a town without a county (development zones, four cities without counties) to its city. */
export function getRegions(regions: string, towns: string): SeedRegion[] {
  const known = new Map<string, SeedRegion>([
    [rootCode, { code: rootCode, name: "中国", parent: rootCode, level: "0", full: "中国", validity: "isValid" }],
  ]);
  const add = (code: string, name: string, level: string, above: readonly string[], mark?: string) => {
    const parent = above.map((one) => known.get(one)).find((one) => one !== undefined);
    const full = (parent && parent.code !== rootCode ? parent.full : "") + name;
    known.set(code, {
      code,
      name,
      parent: parent?.code ?? rootCode,
      level,
      full,
      validity: mark === "abolished" ? "unValid" : "isValid",
    });
  };
  for (const [code, name, mark] of getLines(regions)) {
    const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];
    if (code === province) add(code, name, "1", [], mark);
    else if (code === city) add(code, name, "2", [province], mark);
    else add(code, name, "3", [city, province], mark);
  }
  for (const [code, name] of getLines(towns))
    add(code, name, "4", [code.slice(0, 6), `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`]);
  return [...known.values()];
}
