import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system so small that it can be filled to the last byte; an ordinary folder where none can be mounted. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), "jipei-disk-"));
  readonly isMounted: boolean;
  readonly #filler = join(this.folder, "filler");

  constructor(megabytes: number) {
    this.isMounted =
      process.platform === "linux" &&
      spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", this.folder]).status === 0;
    chmodSync(this.folder, 0o755);
  }

  /** Writes until the disk is full. */
  fill(): void {
    const file = openSync(this.#filler, "a");
    try {
      for (const size of [1_048_576, 4096, 1]) {
        const block = Buffer.alloc(size, "x");
        for (;;)
          try {
            if (writeSync(file, block) < size) break;
          } catch (error) {
            assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
            break;
          }
      }
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.#filler);
  }

  remove(): void {
    if (this.isMounted) spawnSync("umount", ["-l", this.folder]);
    rmdirSync(this.folder);
  }
}
