// npm run db:migrate | db:seed | db:reset
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../core/database/open-database.ts";
import { runningServer } from "../core/postgres/postmaster.ts";
import { readSettings } from "../core/foundation/settings.ts";
import { startServer } from "../server.ts";

const settings = readSettings(process.env);
const log = (line: string) => console.log(line);

const commands: Record<string, () => Promise<void>> = {
  async migrate() {
    const database = await openDatabase(settings, log);
    await database.stop();
  },
  /** Starts the server without listening, which seeds the database, and ends it. */
  async seed() {
    const server = await startServer(settings, log);
    await server.close();
  },
  /** Removes the embedded database and the uploaded files; keys stay. The next start creates both again. */
  async reset() {
    if (settings.production) throw new Error("db:reset is not for production");
    if (settings.databaseUrl)
      throw new Error("db:reset removes the embedded database only; drop and create that of DATABASE_URL yourself");
    const folder = join(settings.dataDir, "postgres");
    const location = join(folder, "location");
    const home = existsSync(location) ? readFileSync(location, "utf8") : folder;
    if (runningServer(join(home, "cluster"))) throw new Error("the database is running; stop the server first");
    for (const path of [home, folder, join(settings.dataDir, "files")]) rmSync(path, { recursive: true, force: true });
    log(`removed the database and the files in ${settings.dataDir}`);
  },
};

try {
  const command = commands[process.argv[2] ?? ""];
  if (!command) throw new Error(`one of ${Object.keys(commands).join(", ")} is needed`);
  await command();
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
