import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { canEnter } from "./account.ts";

/** Used as root when the data folder lies below a folder that only root may enter, such as /root. */
const fallbackRoot = "/var/lib/jipei";

/**
 * The folder that holds the embedded server: `<dataDir>/postgres`, or, where its account could not get there, one below
 * /var/lib/jipei whose path is kept in `<dataDir>/postgres/location`.
 */
export async function serverHome(
  dataDir: string,
  accountOf: (cluster: string) => Account | undefined,
): Promise<string> {
  const wanted = join(dataDir, "postgres");
  await mkdir(wanted, { recursive: true });
  const location = join(wanted, "location");
  const stored = await readFile(location, "utf8").catch(() => "");
  const home = stored || (await chooseHome(await realpath(wanted), location, accountOf));
  await mkdir(home, { recursive: true });
  return home;
}

async function chooseHome(
  wanted: string,
  location: string,
  accountOf: (cluster: string) => Account | undefined,
): Promise<string> {
  const account = accountOf(join(wanted, "cluster"));
  if (!account) return wanted;
  // Passing through is enough for the server; what else is in the data folder protects itself.
  await chmod(join(wanted, ".."), 0o711);
  await chmod(wanted, 0o711);
  if (canEnter(wanted, account)) return wanted;
  const home = join(fallbackRoot, randomUUID());
  await mkdir(home, { recursive: true });
  await chmod(fallbackRoot, 0o711);
  await chmod(home, 0o711);
  await writeFile(location, home);
  return home;
}
