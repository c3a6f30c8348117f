import { cloneDatabase, fingerprint } from "../../apps/api/test/database/template-db.ts";
import { seedTemplate } from "../../apps/api/test/database/template-seed.ts";
import type { Services } from "../../apps/api/src/core/foundation/services.ts";
import { testServices } from "../../apps/api/test/support/test-services.ts";
import { migrate } from "../../apps/api/src/core/database/migrate.ts";
import { fillChain } from "./chain-fill.ts";
import { walkCalls } from "./chain-walk.ts";

/** Milliseconds that a call may take, and that a statement may be planned at each call. */
const most = { took: 100, planning: 2 };
const sources = [
  "apps/api/migrations",
  "apps/api/seed",
  "packages/contract/src",
  "bench/chain/chain-rows.ts",
  "bench/chain/chain-fill.ts",
];

/** A whole county of a million students. The filled database is kept as a template. */
export async function startCounty(quick: boolean): Promise<AsyncDisposable & { services: Services }> {
  const students = quick ? 5000 : 1_000_000;
  const database = await cloneDatabase(`county_${students}_${fingerprint(sources)}`, async (url) => {
    await migrate(url);
    await seedTemplate(url);
    const services = testServices(url);
    await fillChain(services, students);
    await services.pool.end();
  });
  const services = testServices(database.url);
  return {
    services,
    async [Symbol.asyncDispose]() {
      await services.pool.end();
      await database.drop();
    },
  };
}

/** Every reading call over a whole county; prints what takes long. COUNTY_ONLY is a part of the names of the calls to ask. */
export async function* county(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using started = await startCounty(quick);
  let asked = 0;
  let slow = 0;
  for await (const { what, took, planning, refused } of walkCalls(started.services, process.env.COUNTY_ONLY)) {
    asked++;
    const isSlow = took > most.took || planning > most.planning;
    if (isSlow) slow++;
    if (isSlow || refused.startsWith("5"))
      yield {
        asked: what,
        "took, ms (≤ 100)": took.toFixed(0),
        "planned at each call, ms (≤ 2)": planning.toFixed(1),
        refused,
      };
  }
  yield {
    asked: `${asked} in all, ${slow} of them slow`,
    "took, ms (≤ 100)": "",
    "planned at each call, ms (≤ 2)": "",
    refused: "",
  };
}
