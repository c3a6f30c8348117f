// npm run backup -- [--to FOLDER] [--keep N] [--keys FOLDER]
// npm run restore -- [--from FOLDER] [--keys FOLDER] [--force]
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreBackup } from "../backup/restore-backup.ts";
import { takeBackup } from "../backup/take-backup.ts";
import { SettingsError, readSettings } from "../core/foundation/settings.ts";

const report = (line: string) => console.log(line);
const path = (value: string | undefined) => (value === undefined ? undefined : resolve(value));

const commands: Record<string, () => Promise<unknown>> = {
  async backup() {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { to: { type: "string" }, keep: { type: "string", default: "7" }, keys: { type: "string" } },
    });
    if (!/^[1-9]\d{0,3}$/.test(values.keep)) throw new SettingsError("--keep must be a whole number from 1 to 9999");
    const settings = readSettings(process.env);
    const keys = path(values.keys);
    await takeBackup(
      settings,
      { to: path(values.to) ?? join(settings.dataDir, "backups"), keep: Number(values.keep), ...(keys && { keys }) },
      report,
    );
  },
  async restore() {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { from: { type: "string" }, keys: { type: "string" }, force: { type: "boolean", default: false } },
    });
    const settings = readSettings(process.env);
    const keys = path(values.keys);
    await restoreBackup(
      settings,
      { from: path(values.from) ?? join(settings.dataDir, "backups"), force: values.force, ...(keys && { keys }) },
      report,
    );
  },
};

try {
  const command = commands[process.argv[2] ?? ""];
  if (!command) throw new SettingsError(`one of ${Object.keys(commands).join(", ")} is needed`);
  await command();
  process.exit(0);
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isOurs = error instanceof SettingsError || /^(ERR_PARSE_ARGS|ENOSPC|EACCES|EROFS)/.test(code ?? "");
  console.error(isOurs ? message : stack);
  process.exit(1);
}
