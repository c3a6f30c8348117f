// A process of its own that uses the embedded server, for launcher.test.ts: says the address, leaves when told to.
import { once } from "node:events";
import { startPostgres } from "../src/core/postgres/launcher.ts";

const [, , dataDir, durable] = process.argv;
const server = await startPostgres(dataDir!, () => {}, { durable: durable === "durable" });
process.send!(server.url);
await once(process, "message");
await server.stop();
process.exit(0);
