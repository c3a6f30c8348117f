import { seedAccess } from "../../seed/access.seed.ts";
import { seedInstallation } from "../../seed/installation.seed.ts";
import { seedSettings } from "../../seed/settings.seed.ts";
import { openDb, openPool } from "../../src/core/database/db.ts";

/**
 * Fills the template database once, after the migrations and before it is cloned for the test files: only with reference data that
 * every test may rely on.
 */
export async function seedTemplate(url: string): Promise<void> {
  const pool = openPool(url, 2);
  try {
    const db = openDb(pool);
    await seedSettings(db, "counties");
    await seedAccess(db);
    await seedInstallation(db);
  } finally {
    await pool.end();
  }
}
