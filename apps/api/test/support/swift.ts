import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { encodeKey, signedHeaders } from "../../src/core/storage/s3-signature.ts";

/** A real S3 server: OpenStack Swift with its S3 interface, one process for each part, one copy of each object, in a temporary folder. */
export interface Swift {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  /** Makes a bucket of that name. */
  bucket(name: string): Promise<string>;
  /** Sends a request without the driver, to check what the driver did. */
  ask(method: string, path: string): Promise<Response>;
  /** Stops the server as a kill does; `resume` starts it again with its content. */
  kill(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

const programs = [
  "/usr/bin/swift-proxy-server",
  "/usr/bin/swift-account-server",
  "/usr/bin/swift-container-server",
  "/usr/bin/swift-object-server",
  "/usr/bin/memcached",
];
const packages = "swift-proxy swift-account swift-container swift-object memcached";

/** @throws Error that says what to install where Swift is missing */
export async function startSwift(): Promise<Swift> {
  const missing = programs.filter((program) => !existsSync(program));
  if (missing.length > 0)
    throw new Error(
      `the tests of object storage need OpenStack Swift (missing: ${missing.join(", ")}); Debian: apt-get install --no-install-recommends ${packages}`,
    );
  const folder = await mkdtemp(join(tmpdir(), "jipei-swift-"));
  const [proxy, accounts, containers, objects, cache] = await freePorts(5);
  const ports = { account: accounts, container: containers, object: objects };
  await mkdir(join(folder, "devices/d1"), { recursive: true });
  await configure(folder, proxy as number, cache as number, ports);
  const running = new Map<string, ChildProcess>();
  const start = (name: string, program: string, args: string[]) =>
    void running.set(
      name,
      spawn(program, args, { stdio: "ignore", env: { ...process.env, PYTHONWARNINGS: "ignore" } }),
    );
  start("memcached", "/usr/bin/memcached", [
    "-p",
    String(cache),
    "-l",
    "127.0.0.1",
    "-m",
    "16",
    "-u",
    userInfo().username,
  ]);
  for (const part of ["account", "container", "object"])
    start(part, `/usr/bin/swift-${part}-server`, [join(folder, `${part}.conf`)]);
  const startProxy = async () => {
    start("proxy", "/usr/bin/swift-proxy-server", [join(folder, "proxy.conf")]);
    await answers(`http://127.0.0.1:${proxy}/healthcheck`);
  };
  const stop = async (name: string) => {
    const child = running.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((go) => child.once("exit", go));
    child.kill("SIGKILL");
    await ended;
  };
  const kill = () => stop("proxy");
  const close = async () => {
    for (const name of running.keys()) await stop(name);
    await rm(folder, { recursive: true, force: true });
  };
  process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));
  try {
    await Promise.all([
      ...Object.values(ports).map((port) => answers(`http://127.0.0.1:${port}/healthcheck`)),
      startProxy(),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  const account = { accessKey: "test:tester", secretKey: "testing", region: "us-east-1" };
  const endpoint = `http://127.0.0.1:${proxy}`;
  const ask: Swift["ask"] = async (method, path) => {
    const url = new URL(encodeKey(path), endpoint);
    return fetch(url, {
      method,
      headers: await signedHeaders(account, method, url, createHash("sha256").digest("hex"), new Date()),
    });
  };
  const bucket = async (name: string) => {
    const answer = await ask("PUT", `/${name}`);
    if (!answer.ok) throw new Error(`no bucket: ${answer.status} ${await answer.text()}`);
    return name;
  };
  return { endpoint, ...account, bucket, ask, kill, resume: startProxy, close };
}

/** Where buckets are the first part of the host. */
export const virtualDomain = "s3.test";

async function configure(
  folder: string,
  proxy: number,
  cache: number,
  ports: Record<string, number | undefined>,
): Promise<void> {
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = ERROR
log_address = ${folder}/log
`;
  await promisify(execFile)("/usr/bin/python3", [
    "-c",
    makeRings,
    folder,
    String(ports.account),
    String(ports.container),
    String(ports.object),
  ]);
  await writeFile(
    join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = jipei\n[storage-policy:0]\nname = only\ndefault = yes\n",
  );
  for (const [part, port] of Object.entries(ports)) {
    await writeFile(
      join(folder, `${part}.conf`),
      `${common(port as number)}[pipeline:main]\npipeline = healthcheck ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n[filter:healthcheck]\nuse = egg:swift#healthcheck\n`,
    );
  }
  await writeFile(
    join(folder, "proxy.conf"),
    `${common(proxy)}[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = ${virtualDomain}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:slo]
use = egg:swift#slo
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
`,
  );
}

/** All rings by one program, since starting Python takes longer than making them. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], sys.argv[2:]
for part, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1, 'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(folder + '/' + part + '.ring.gz')
`;

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (attempt === 300) throw new Error(`Swift does not answer at ${url}`);
    await sleep(100);
  }
}

/** Ports that nobody listens on; all are held until all are known, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((go) => {
          const server = createServer().listen(0, "127.0.0.1", () => go(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((go) => server.close(go))));
  return ports;
}
