import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@jipei/process/lock.mjs";

/**
 * Which processes use the server, one file each, named by process id. The last one to leave stops the server; one that was
 * killed does not count.
 */
export class ServerUsers {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, "users");
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Also where we are in already. */
  join(): void {
    const file = join(this.#folder, String(process.pid));
    if (!existsSync(file)) writeFileSync(file, "");
  }

  /** Answers whether nobody is left. */
  leave(): boolean {
    rmSync(join(this.#folder, String(process.pid)), { force: true });
    return readdirSync(this.#folder).every((pid) => !isAlive(Number(pid)));
  }

  /** Where no server runs, nobody is using it; who watches over one that ended comes back by himself. */
  clear(): void {
    for (const pid of readdirSync(this.#folder)) rmSync(join(this.#folder, pid));
  }
}
