// npm run keys [-- status | rotate field|token|sm2 | continue | remove field|token|sm2 VERSION | hash-key]
import { type KeyName, keyNames } from "../core/security/keys.ts";
import { reencryptAll, removeVersion, rotate } from "../core/security/rotate.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Settings, readSettings } from "../core/foundation/settings.ts";
import { startServer } from "../server.ts";

const usage = `npm run keys -- status                            versions of each key, and what is under way
npm run keys -- rotate field|token|sm2            makes a new version, and puts it in use on all running nodes
npm run keys -- continue                          goes on encrypting anew under the version in use
npm run keys -- remove field|token|sm2 VERSION    takes away the version before, once nothing needs it any more
npm run keys -- hash-key                          prints HASH_KEY, for installations whose keys come from the environment`;

const say = (line: string) => console.log(line);
const [command = "status", name = "", version = ""] = process.argv.slice(2);

function getKeyArgument(): KeyName {
  const found = keyNames.find((one) => one === name);
  if (!found) throw new Error(usage);
  return found;
}

let reported = -1;
function progress(done: number, total: number): void {
  const percent = Math.floor((done / Math.max(total, 1)) * 20) * 5;
  if (percent !== reported) say(`encrypting anew: ${percent}%`);
  reported = percent;
}

const settingOfKey = {
  field: "fieldKey",
  token: "tokenKey",
  sm2: "sm2PrivateKey",
} as const satisfies Record<KeyName, keyof Settings>;

const commands: Record<string, (app: Services) => Promise<void>> = {
  async status({ pool, keys }) {
    for (const one of keyNames)
      say(
        `${one}: version ${keys[one].current} in use${keys[one].former === null ? "" : `, ${keys[one].former} still accepted`}; here: ${keys[one].known.join(", ")}`,
      );
    const { rows } = await pool.query<{ version: number; done: string; total: string; end: string | null }>(
      "select version, pages_done as done, pages_total as total, finish_time::text as end from reencryption order by version",
    );
    for (const row of rows)
      say(
        `encrypting anew under version ${row.version}: ${row.end ? `done at ${row.end}` : `${row.done} of ${row.total} pages`}`,
      );
  },
  async rotate(app) {
    const key = getKeyArgument();
    say(`version ${await rotate(app, key)} of ${key} is in use`);
    if (key === "field") await reencryptAll(app, progress);
    say(`When nothing needs the version before any more: npm run keys -- remove ${key} ${app.keys[key].former}`);
  },
  continue: (app) => reencryptAll(app, progress),
  async remove(app) {
    await removeVersion(app, getKeyArgument(), Number(version));
    const isSetByVariable = app.settings[settingOfKey[getKeyArgument()]] !== undefined;
    say(
      `version ${version} of ${name} is removed${isSetByVariable ? "; take it out of the variable on every node" : ""}`,
    );
  },
  "hash-key": async ({ keys }) => say(keys.hashKey.toString("hex")),
};

const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!chosen) {
  console.error(usage);
  process.exit(1);
}
try {
  const server = await startServer(readSettings(process.env), say);
  try {
    await chosen(server.services);
  } finally {
    await server.close();
  }
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
