import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { streamXlsxRows } from "hucre/xlsx";
import { from as copyFrom } from "pg-copy-streams";
import { guest } from "../apps/api/src/core/foundation/actor.ts";
import { createCipher } from "../apps/api/src/core/security/cipher.ts";
import { KeyRing } from "../apps/api/src/core/security/key-ring.ts";
import { openDb, openPool } from "../apps/api/src/core/database/db.ts";
import { analyse } from "../apps/api/src/core/excel/import/import-analysis.ts";
import { noParts } from "../apps/api/src/core/excel/import/import-parts.ts";
import { inStaging } from "../apps/api/src/core/excel/import/import-stage.ts";
import { registerProvided } from "../apps/api/src/core/foundation/provided.ts";
import type { Services } from "../apps/api/src/core/foundation/services.ts";
import { findClosedChoices } from "../apps/api/src/settings/closed-choices.ts";
import { rosterImporter } from "../apps/api/src/training/roster/roster-import.ts";

/** The process in which one import is measured. It loads only what an import needs. */

/** The task of the process, and its sheet. */
export interface Work {
  how: "real" | "floor";
  file: string;
  url: string;
  orgId: string;
}
export interface Result {
  /** Milliseconds until the last row is in COPY, wall clock and CPU of the process. */
  took: number;
  cpu: number;
  /** Peak resident memory, in MB. */
  memory: number;
  rows: number;
}

registerProvided({ findClosedChoices });

/** The services that an import uses. */
function servicesOn(url: string): Services {
  const pool = openPool(url);
  const keys = { field: KeyRing.of(Buffer.alloc(32, 2)), hashKey: Buffer.alloc(32, 3) };
  return { pool, readPool: pool, db: openDb(pool), cipher: createCipher(keys.field, keys.hashKey), keys } as Services;
}

async function real({ file, url, orgId }: Work): Promise<number> {
  const services = servicesOn(url);
  try {
    const actor = { ...guest("127.0.0.1"), userId: "1", audience: "institution" as const, orgId };
    const context = await rosterImporter.prepare(services.db, actor, {}, services);
    const bytes = await readFile(file);
    const { report } = await inStaging(services, (staging) =>
      analyse(rosterImporter, staging, { actor, source: { bytes }, parts: noParts, context, app: services }),
    );
    if (report.bad > 0) throw new Error(JSON.stringify(report.cells[0]));
    return report.rows;
  } finally {
    await services.pool.end();
  }
}

async function floor({ file, url }: Work): Promise<number> {
  const services = servicesOn(url);
  const client = await services.pool.connect();
  try {
    let count = 0;
    async function* lines() {
      for await (const { values } of streamXlsxRows(await readFile(file))) {
        count++;
        yield `${values.map((value) => String(value ?? "\\N")).join("\t")}\n`;
      }
    }
    await client.query(
      `begin; create temporary table plain (${Array.from({ length: 12 }, (_, n) => `c${n} text`).join(", ")}) on commit drop`,
    );
    await pipeline(Readable.from(lines()), client.query(copyFrom("copy plain from stdin")));
    await client.query("rollback");
    return count - 1;
  } finally {
    client.release();
    await services.pool.end();
  }
}

async function answer(work: Work): Promise<Result> {
  const start = performance.now();
  const rows = await { real, floor }[work.how](work);
  const { user, system } = process.cpuUsage();
  return {
    took: performance.now() - start,
    cpu: (user + system) / 1000,
    memory: process.resourceUsage().maxRSS / 1024,
    rows,
  };
}

process.once(
  "message",
  (work: Work) =>
    void answer(work).then(
      (result) => process.send?.(result),
      (error: Error) => process.send?.(error.stack),
    ),
);
