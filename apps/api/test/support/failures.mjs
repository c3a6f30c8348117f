// Loaded into a server under test by NODE_OPTIONS=--import: a request that asks for a failure gets its answer, and a moment later
// an error is thrown in its context that no promise of the request waits for.
import { ServerResponse } from "node:http";

const failures = {
  thrown: () => setTimeout(() => throwing("nobody foresaw this"), 5),
  rejected: () => void Promise.reject(undefined),
  killed: () => setTimeout(() => process.kill(process.pid, "SIGKILL"), 5),
};
const throwing = (message) => {
  throw new Error(message);
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...values) {
  failures[/[?&]fault=(\w+)/.exec(this.req.url)?.[1]]?.();
  return writeHead.apply(this, values);
};
