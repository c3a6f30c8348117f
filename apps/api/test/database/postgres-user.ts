// A process that uses the embedded server, for launcher.test.ts: prints the address, and ends when it is asked to.
import { once } from "node:events";
import { chown } from "node:fs/promises";
import { serverHome } from "../../src/core/postgres/home.ts";
import { startPostgres } from "../../src/core/postgres/launcher.ts";
import { installProgram } from "../../src/core/postgres/program.ts";

const [, , dataDir, durable, account] = process.argv;
// Another account may not be able to read the project's folder, so everything is loaded and copied out of it before.
if (account) {
  const home = await serverHome(dataDir!, () => undefined);
  await installProgram(home);
  await chown(home, Number(account), Number(account));
  process.setgid?.(Number(account));
  process.setuid?.(Number(account));
}
const server = await startPostgres(dataDir!, () => {}, { durable: durable === "durable" });
process.send!(server.url);
await once(process, "message");
await server.stop();
process.exit(0);
