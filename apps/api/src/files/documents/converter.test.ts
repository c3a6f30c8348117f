import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, utimesSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { convertScript, fakeConverter, printing } from "../../../test/support/documents/fake-converter.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { ConversionFailed } from "./converter.ts";

/** One conversion, with a converter that does what documents say. */
const home = mkdtempSync(join(tmpdir(), "jipei-convert-"));
after(() => rm(home, { recursive: true, force: true }));

const convert = (script: string, limits?: Parameters<typeof convertScript>[3]) =>
  convertScript(fakeConverter, home, script, limits);
const fails = (script: string, reason: RegExp, limits?: Parameters<typeof convertScript>[3]) =>
  assert.rejects(convert(script, limits), (error) => error instanceof ConversionFailed && reason.test(error.message));
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("convertDocument", () => {
  it("gives the PDF, and leaves nothing behind", async () => {
    assert.equal(await convert(printing("echo 内容")), "%PDF-1.7\n内容\n");
    assert.deepEqual(readdirSync(home), []);
  });

  it("fails where there is no PDF, though the converter ends well, and where it does not", async () => {
    await fails("true", /there is no PDF/);
    await fails(`echo hello > "$OUT"`, /is no PDF/);
    await fails("echo broken >&2; exit 3", /ended with 3: broken/);
    await fails("kill -9 $$", /SIGKILL/);
    assert.deepEqual(readdirSync(home), []);
  });

  it("kills what is late, with all that it started", async () => {
    const noted = join(home, "..", `jipei-pid-${process.pid}`);
    await fails(`sleep 900 & echo $! > ${noted}; wait`, /not ready after 700 ms/, { timeout: 700, pdfBytes: 1e6 });
    const pid = Number(readFileSync(noted, "utf8"));
    await waitUntil(async () => !isAlive(pid));
    await rm(noted);
  });

  it("kills what a converter that has ended left running", async () => {
    const noted = join(home, "..", `jipei-left-${process.pid}`);
    await convert(`sleep 900 >/dev/null 2>&1 & echo $! > ${noted}\n${printing("true")}`);
    const pid = Number(readFileSync(noted, "utf8"));
    await waitUntil(async () => !isAlive(pid));
    await rm(noted);
  });

  it("takes no larger PDF than is allowed, and lets none be written that is much larger", async () => {
    const limits = { timeout: 20_000, pdfBytes: 100_000 };
    await fails(printing("head -c 150000 /dev/zero"), /too large/, limits);
    await fails(`${printing("head -c 9000000 /dev/zero")}; exit $?`, /too large|ended with/, limits);
  });

  it("gives the converter none of our variables", async () => {
    process.env.TEST_SECRET = "a secret of ours";
    const shown = await convert(printing("env"));
    delete process.env.TEST_SECRET;
    assert.match(shown, /PATH=/);
    assert.doesNotMatch(shown, /a secret of ours/);
  });

  it("has a profile for each, which forbids macros and links", async () => {
    const shown = await convert(printing('cat "$HOME"/profile/user/registrymodifications.xcu'));
    for (const name of ["DisableMacrosExecution", "BlockUntrustedRefererLinks"]) assert.match(shown, new RegExp(name));
    const [one, other] = await Promise.all([convert(printing("pwd")), convert(printing("pwd"))]);
    assert.notEqual(one, other);
  });

  it("removes folders that a killed process left behind", async () => {
    const old = join(home, "old");
    mkdirSync(old);
    utimesSync(old, 1, 1);
    await convert(printing("true"));
    assert.equal(existsSync(old), false);
  });
});
