import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipOf } from "node:zlib";
import { Failure, run } from "./command.mjs";
import { withLock } from "../../packages/process/src/lock.mjs";
import { node24 } from "./node24.mjs";
import { cache, root } from "./paths.mjs";
import { computeHash, isDone, markDone } from "./stamp.mjs";

const web = join(root, "apps/web");
const [gzip, brotli] = [promisify(gzipOf), promisify(brotliCompress)];

/** Builds the web application into apps/web/dist, unless that was done for the same sources. */
export async function buildWeb() {
  if (!existsSync(join(web, "index.html"))) return;
  const hash = computeHash(["apps/web", "packages", "package-lock.json"]);
  const done = () => existsSync(join(web, "dist/index.html")) && isDone("build", hash);
  if (done()) return;
  await withLock(
    join(cache, "build.lock"),
    async () => {
      if (done()) return;
      console.log("Building the web application …");
      // Built in another folder and then swapped, so that a running server never sees half a build.
      const fresh = join(web, "dist.new");
      const vite = join(root, "node_modules/vite/bin/vite.js");
      const code = await run(node24(), [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"], {
        cwd: web,
      });
      if (code !== 0) throw new Failure("the build of the web application failed; see above");
      await compress(fresh);
      rmSync(join(web, "dist"), { recursive: true, force: true });
      renameSync(fresh, join(web, "dist"));
      markDone("build", hash);
    },
    () => console.log("Another process is building; waiting …"),
  );
}

/** Writes each text file also as .br and .gz, so that the server never compresses one. Works asynchronously, so that signals are handled meanwhile. */
async function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(m?js|css|html|svg|json|txt)$/.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    const [gz, br] = await Promise.all([
      gzip(bytes, { level: 9 }),
      brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    ]);
    writeFileSync(`${file}.gz`, gz);
    writeFileSync(`${file}.br`, br);
  }
}
