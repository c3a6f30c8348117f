import { workersOf } from "../../src/core/http/implement.ts";
import { localStorage } from "../../src/core/storage/storage.local.ts";
import { domains } from "../../src/domains.ts";
import { testServices } from "./test-services.ts";

// Runs one job in a process of its own, so that a test can kill it: database, folder of the built-in storage, name, data.
const [url = "", folder = "", name, data = "{}"] = process.argv.slice(2);
const services = testServices(url, { internalHosts: "127.0.0.1", local: localStorage(folder) });
const worker = domains.flatMap(workersOf).find((one) => one.name === name);
await worker?.run(services, JSON.parse(data));
await services.pool.end();
