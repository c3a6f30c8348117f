// Slow: backs up and restores real installations, each with a database server of its own, while they are written to.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { recording } from "./support/launch.ts";
import { findBackups } from "../src/backup/manifest.ts";
import { connected } from "../src/core/database/connected.ts";
import { Campaign } from "./chaos/campaign.ts";
import { Installation } from "./chaos/installation.ts";
import { createTestDatabase } from "./database/template-db.ts";
import { waitUntil } from "./support/wait-until.ts";

/** Backs up an installation that runs and is written to, and restores it elsewhere. */
const root = mkdtempSync(join(tmpdir(), "jipei-backup-"));
chmodSync(root, 0o711);
const [backups, keys] = [join(root, "backups"), join(root, "keys")];
const installation = new Installation();
let campaign: Campaign;

before(async () => {
  await installation.addNode();
  campaign = await Campaign.on(installation, 100);
});
after(async () => {
  await installation.close();
  rmSync(root, { recursive: true, force: true });
});

interface Ran {
  code: number;
  output: string;
}

function program(dataDir: string, args: string[], env: NodeJS.ProcessEnv = {}): { pid: number; ended: Promise<Ran> } {
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const { PATH, NODE_COMPILE_CACHE, SQL_RECORD } = process.env;
  const child = execFile(
    process.execPath,
    [...recording, join(import.meta.dirname, "../src/cli/backup.ts"), ...args],
    { env: { PATH, NODE_COMPILE_CACHE, SQL_RECORD, DATA_DIR: dataDir, ...env } },
    (error, stdout, stderr) => {
      const failed = typeof error?.code === "number" ? error.code : -1;
      resolve({ code: error ? failed : 0, output: stdout + stderr });
    },
  );
  return { pid: child.pid as number, ended: promise };
}
const run = (dataDir: string, args: string[], env?: NodeJS.ProcessEnv) => program(dataDir, args, env).ended;
const backup = (...more: string[]) => run(installation.dataDir, ["backup", "--to", backups, ...more]);
const last = async () => join(backups, (await findBackups(backups)).at(-1) ?? "");

async function refuses(ran: Promise<Ran>, words: RegExp): Promise<void> {
  const { code, output } = await ran;
  assert.equal(code, 1, output);
  assert.match(output.trim().split("\n").at(-1) ?? "", words);
}

const restored = join(root, "restored");

describe("npm run backup", () => {
  it("under writes, saves everything acknowledged before it and nothing in part; the copy starts elsewhere", async () => {
    await campaign.writing(async () =>
      waitUntil(async () => (await campaign.look(installation, campaign.expected())).acknowledged > 100),
    );
    const expected = campaign.expected();
    let ran: Ran | undefined;
    const { lost, half } = await campaign.writing(async () => {
      ran = await backup("--keys", keys);
    });
    assert.deepEqual([ran?.code, lost, half], [0, [], []], ran?.output);
    const put = await run(restored, ["restore", "--from", backups, "--keys", keys]);
    assert.equal(put.code, 0, put.output);
    const copy = new Installation({}, restored);
    try {
      await copy.addNode();
      const found = await campaign.look(copy, expected);
      assert.deepEqual([found.lost, found.half], [[], []]);
    } finally {
      await copy.close();
    }
  });

  it("records its time, so that monitoring can watch its age", async () => {
    const rows = await installation.asSuperuser(
      async (client) => (await client.query("select name, bytes > 0 as has_bytes from backup_run")).rows,
    );
    assert.deepEqual(rows, [{ name: (await last()).split("/").at(-1), has_bytes: true }]);
  });

  it("leaves no backup when interrupted; the next run removes the leftovers", async () => {
    const before = await findBackups(backups);
    const { pid, ended } = program(installation.dataDir, ["backup", "--to", backups]);
    await waitUntil(() =>
      readdirSync(backups).some((name) => name.endsWith(".half") && existsSync(join(backups, name, "database"))),
    );
    process.kill(pid, "SIGKILL");
    await ended;
    assert.deepEqual(await findBackups(backups), before);
    const half = readdirSync(backups).find((name) => name.endsWith(".half")) ?? "";
    await refuses(
      run(join(root, "never"), ["restore", "--from", join(backups, half)]),
      /is no backup, or one that broke off$/,
    );
    const { code, output } = await backup("--keep", "1");
    assert.equal(code, 0, output);
    assert.equal((await findBackups(backups)).length, 1, "as many as are to be kept");
    assert.ok(!readdirSync(backups).some((name) => name.endsWith(".half")));
  });
});

describe("npm run restore", () => {
  const elsewhere = join(root, "elsewhere");

  it("refuses while the server runs, whatever options it is given", async () => {
    await refuses(
      run(installation.dataDir, ["restore", "--from", backups, "--force"]),
      /the database is running; stop the server first$/,
    );
  });

  it("refuses a backup that was changed, before it touches anything", async () => {
    const folder = await last();
    const [file, manifest] = [join(folder, "database/cluster/PG_VERSION"), join(folder, "manifest.json")];
    const [content, text] = [readFileSync(file), readFileSync(manifest)];
    appendFileSync(file, " ");
    await refuses(
      run(elsewhere, ["restore", "--from", backups]),
      /database\/cluster\/PG_VERSION in the backup .* is not what it was/,
    );
    renameSync(file, join(folder, "moved"));
    await refuses(run(elsewhere, ["restore", "--from", backups]), /moved does not belong to the backup/);
    rmSync(join(folder, "moved"));
    await refuses(run(elsewhere, ["restore", "--from", backups]), /database\/cluster\/PG_VERSION is missing/);
    writeFileSync(file, content);
    writeFileSync(manifest, text.toString().replace('"size": ', '"size": 1'));
    await refuses(run(elsewhere, ["restore", "--from", backups]), /the manifest of .* is not what it was/);
    writeFileSync(manifest, text);
    assert.ok(!existsSync(join(elsewhere, "postgres/cluster")));
  });

  it("refuses a folder that is not empty, or moves its content aside when asked to", async () => {
    await refuses(run(restored, ["restore", "--from", backups]), /there is something in .*; --force sets it aside/);
    const again = await run(restored, ["restore", "--from", await last(), "--force"]);
    assert.equal(again.code, 0, again.output);
    assert.ok(readdirSync(join(restored, "files")).some((name) => name.startsWith(".replaced-")));
    assert.ok(readdirSync(join(restored, "postgres")).some((name) => name.startsWith("cluster.replaced-")));
  });
});

describe("backup of an external database (DATABASE_URL)", () => {
  const programs = join(root, "programs");
  const dataDir = join(root, "own");
  let url = "";
  let drop: () => Promise<void>;
  before(async () => {
    mkdirSync(programs);
    const database = await createTestDatabase();
    url = database.url;
    drop = () => database.drop();
  });
  after(() => drop());

  /** Stands in for a program of PostgreSQL and records how it was called. psql reads its input to the end: who writes to it takes an earlier end for a failure. */
  function install(name: string, version: string): void {
    const reads = name === "psql" ? "cat > /dev/null\n" : "";
    writeFileSync(
      join(programs, name),
      `#!/bin/sh\nif [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${version}"; exit; fi\necho "$@ PGPASSWORD=$PGPASSWORD" > "$0.called"\n${reads}for word in "$@"; do case $word in --file=/*) echo dump > "\${word#--file=}";; esac; done\n`,
      { mode: 0o755 },
    );
  }
  const calledWith = (name: string) => readFileSync(join(programs, `${name}.called`), "utf8").trim();
  const own = (...args: string[]) => run(dataDir, args, { DATABASE_URL: url, PATH: `${programs}:/usr/bin:/bin` });

  it("says in one line which programs this machine lacks for it", async () => {
    await refuses(
      run(dataDir, ["backup"], { DATABASE_URL: url, PATH: "/nowhere" }),
      /^pg_dump of PostgreSQL \d+ or newer is needed \(Debian: postgresql-client-\d+ of apt\.postgresql\.org\); this machine has none$/,
    );
    install("pg_dump", "9.6");
    await refuses(own("backup"), /^pg_dump of PostgreSQL \d+ or newer is needed \(.*\); this machine has 9$/);
  });

  it("dumps and restores by the programs of this machine, without the password in their arguments", async () => {
    install("pg_dump", "99.1");
    install("pg_restore", "99.1");
    install("psql", "99.1");
    const taken = await own("backup");
    assert.equal(taken.code, 0, taken.output);
    const { password } = new URL(url);
    assert.match(
      calledWith("pg_dump"),
      new RegExp(`^--dbname=postgres://[^:@]+@\\S+ --format=custom --no-owner --file=\\S+ PGPASSWORD=${password}$`),
    );
    await refuses(own("restore"), /the database has tables; --force replaces them$/);
    const put = await own("restore", "--force");
    assert.equal(put.code, 0, put.output);
    assert.match(calledWith("pg_restore"), /^--no-owner --file=- \S+\/database\.dump PGPASSWORD=$/);
    assert.match(calledWith("psql"), new RegExp(`--set=ON_ERROR_STOP=1 PGPASSWORD=${password}$`));
  });

  it("refuses to restore while somebody is connected", async () => {
    await connected(url, () =>
      refuses(own("restore", "--force"), /somebody is connected to the database; stop all servers first$/),
    );
  });
});
