import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";

/** One address of one server, requested by one user. */
export interface Target {
  urls: string[];
  /** Empty: not signed in. */
  token: string;
  headers?: Record<string, string>;
  /** A body makes the request a POST; each `#` in it becomes a number that no other request has. */
  body?: string;
}
/** Sends `times` requests, `parallel` at once, to the targets in turn. */
interface Work {
  targets: Target[];
  times: number;
  parallel: number;
}

/** Sends requests from a process of its own, so that their cost does not count as cost of the answer. */
export interface Load extends Disposable {
  /** @returns milliseconds of each answer, by target */
  run(work: Work): Promise<number[][]>;
}

export function startLoad(): Load {
  const child = fork(import.meta.filename, { serialization: "advanced" });
  return {
    async run(work) {
      child.send(work);
      const [answer] = (await once(child, "message")) as [number[][] | string];
      if (typeof answer === "string") throw new Error(answer);
      return answer;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** @param share 0 to 100 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let sent = 0;
function ask({ urls, token, headers, body }: Target, n: number): Promise<number> {
  const start = performance.now();
  const url = urls[n % urls.length] as string;
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { agent, method: body === undefined ? "GET" : "POST", headers: { ...(token && { token }), ...headers } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        response.resume().on("end", () => resolve(performance.now() - start));
      },
    );
    asked.on("error", reject).end(body?.replaceAll("#", String(++sent)));
  });
}

async function work({ targets, times, parallel }: Work): Promise<number[][]> {
  const took = targets.map((): number[] => []);
  for (let n = 0; n < times; n += parallel)
    for (const [at, target] of targets.entries())
      took[at]?.push(...(await Promise.all(Array.from({ length: parallel }, (_, k) => ask(target, n + k)))));
  return took;
}

if (process.send && process.argv[1] === import.meta.filename)
  process.on(
    "message",
    (message: Work) =>
      void work(message).then(
        (took) => process.send?.(took),
        (error: Error) => process.send?.(String(error)),
      ),
  );
