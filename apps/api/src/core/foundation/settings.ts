import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isLoopback } from "@jipei/contract/core/loopback.ts";
import { readVersions } from "../security/key-ring.ts";
import { type InternalHosts, readInternalHosts } from "./internal-hosts.ts";

/** An error with one clear line for those who start the server. */
export class SettingsError extends Error {}

export interface Settings {
  production: boolean;
  host: string;
  port: number;
  /** Address that browsers use, without a slash at the end: printed on certificates. */
  publicUrl: string;
  /** Number of proxies in front of us whose X-Forwarded-For is trusted. */
  trustedProxies: number;
  /** Absolute. Keys, uploaded files and the embedded PostgreSQL live here. */
  dataDir: string;
  /** undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Seconds between reporting «not ready» and accepting no more requests. */
  shutdownDelay: number;
  /** Milliseconds that a statement waits for a lock. */
  lockTimeout: number;
  /** For reading lists and reports; the main database where there is none. */
  replicaUrl: string | undefined;
  /** Seconds that the replica may be behind. */
  replicaLag: number;
  /** Whether the demo accounts exist and may sign in. */
  demo: boolean;
  /** undefined: generated at the first start and printed. */
  demoPassword: string | undefined;
  logLevel: string;
  /** Absolute. Folder of the keys that are not in the environment. */
  keysDir: string;
  /** Versions of each key; undefined: stored in `keysDir`. */
  tokenKey: ReadonlyMap<number, Buffer> | undefined;
  fieldKey: ReadonlyMap<number, Buffer> | undefined;
  sm2PrivateKey: ReadonlyMap<number, Buffer> | undefined;
  /** undefined: stored in `keysDir`, or derived from the first version of the field key. */
  hashKey: Buffer | undefined;
  /** Connection to the registers of the province; undefined: the local register is used. */
  registers: { url: string; key: string; timeout: number } | undefined;
  /** Whether there may be tenants beside 000000. */
  tenantMode: boolean;
  /** Hosts in the own network that addresses typed on pages may refer to. */
  internalHosts: InternalHosts;
  /** Whether the code generator may be used. */
  codeGenerator: boolean;
  /** A ClamAV daemon that scans every upload; undefined: none. */
  virusScanner: URL | undefined;
  /** The program that makes PDFs of documents; undefined: none. */
  converter: Converter | undefined;
  /** The document server by which users edit documents; undefined: none. */
  documentServer: DocumentServer | undefined;
  /** Whether the reference of all calls (/api/docs, /api/openapi.json) is served. */
  apiDocs: boolean;
}

/** LibreOffice, and bubblewrap, in which it runs without network and files. */
export interface Converter {
  /** Absolute. */
  program: string;
  /** Absolute; null: it runs without one, because the operator says so. */
  sandbox: string | null;
}

/** A server that speaks the protocol of OnlyOffice. */
export interface DocumentServer {
  /** As browsers and we reach it, without a slash at the end. */
  address: string;
  secret: string;
}

const projectRoot = resolve(import.meta.dirname, "../../../../..");
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/**
 * The settings of the server: the only place that reads the environment. docs/operations.md describes each.
 * @throws SettingsError naming the variable that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const production = env.NODE_ENV === "production";
  const host = env.HOST || "127.0.0.1";
  const port = whole(env, "PORT", 8080, 65_535);
  const demo = flag(env, "DEMO", !production);
  if (production && demo)
    throw new SettingsError("DEMO must not be on in production: its accounts are known to everybody");
  const dataDir = resolve(env.DATA_DIR || join(projectRoot, "data"));
  const publicUrl = address(env, "PUBLIC_URL", ["http:", "https:"]);
  if (production && !publicUrl)
    throw new SettingsError(
      "PUBLIC_URL must be set in production: it is printed on certificates, as the address where they are checked",
    );
  return {
    production,
    host,
    port,
    publicUrl: (publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`).replace(/\/+$/, ""),
    trustedProxies: whole(env, "TRUSTED_PROXIES", 0, 10),
    dataDir,
    databaseUrl: database(env, "DATABASE_URL"),
    shutdownDelay: whole(env, "SHUTDOWN_DELAY", production ? 5 : 0, 300),
    replicaUrl: database(env, "DATABASE_REPLICA_URL"),
    replicaLag: whole(env, "DATABASE_REPLICA_LAG", 5, 10, 2),
    lockTimeout: whole(env, "DATABASE_LOCK_TIMEOUT", 5000, 60_000, 100),
    demo,
    demoPassword: demoPassword(env),
    logLevel: oneOf(env, "LOG_LEVEL", logLevels, "info"),
    keysDir: resolve(env.KEYS_DIR || join(dataDir, "keys")),
    tokenKey: versions(env, "TOKEN_KEY"),
    fieldKey: versions(env, "FIELD_KEY"),
    sm2PrivateKey: versions(env, "SM2_PRIVATE_KEY"),
    hashKey: versions(env, "HASH_KEY")?.get(1),
    registers: registers(env),
    tenantMode: flag(env, "TENANT_MODE", false),
    internalHosts: internalHosts(env),
    codeGenerator: flag(env, "CODE_GENERATOR", !production),
    virusScanner: scanner(env),
    converter: converter(env),
    documentServer: documentServer(env),
    apiDocs: flag(env, "API_DOCS", !production),
  };
}

function registers(env: NodeJS.ProcessEnv): Settings["registers"] {
  const url = address(env, "REGISTERS_URL", ["http:", "https:"])?.replace(/\/+$/, "");
  if (!url) return undefined;
  if (!env.REGISTERS_KEY)
    throw new SettingsError("REGISTERS_KEY must be set together with REGISTERS_URL: it signs the questions");
  return { url, key: env.REGISTERS_KEY, timeout: whole(env, "REGISTERS_TIMEOUT", 5000, 60_000) };
}

function scanner(env: NodeJS.ProcessEnv): URL | undefined {
  const text = address(env, "VIRUS_SCANNER", ["tcp:", "unix:"]);
  return text === undefined ? undefined : new URL(text);
}

/** LibreOffice where it is found. What users upload is opened by it in a sandbox only, or the operator must allow to go without. */
function converter(env: NodeJS.ProcessEnv): Converter | undefined {
  const named = env.DOCUMENT_CONVERTER;
  if (named?.toLowerCase() === "off") return undefined;
  const program = named || findProgram(env, "soffice");
  if (named && !(isAbsolute(named) && existsSync(named)))
    throw new SettingsError(`DOCUMENT_CONVERTER must be off, or the path of a program that is there, not "${named}"`);
  if (!program) return undefined;
  if (!flag(env, "DOCUMENT_SANDBOX", true)) return { program, sandbox: null };
  const sandbox = findProgram(env, "bwrap");
  if (sandbox) return { program, sandbox };
  if (named)
    throw new SettingsError("DOCUMENT_CONVERTER needs bubblewrap (bwrap) in the PATH, or DOCUMENT_SANDBOX=off");
  return undefined;
}

/** The path of a program that the PATH leads to. */
const findProgram = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  (env.PATH ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Characters of the secret, which signs both ways. */
const leastSecret = 32;

function documentServer(env: NodeJS.ProcessEnv): DocumentServer | undefined {
  const text = address(env, "DOCUMENT_SERVER", ["http:", "https:"]);
  if (!text) return undefined;
  const secret = env.DOCUMENT_SERVER_SECRET ?? "";
  if (secret.length < leastSecret)
    throw new SettingsError(`DOCUMENT_SERVER_SECRET must have at least ${leastSecret} characters`);
  return { address: text.replace(/\/+$/, ""), secret };
}

function internalHosts(env: NodeJS.ProcessEnv): InternalHosts {
  const hosts = readInternalHosts(env.INTERNAL_HOSTS ?? "");
  if (!hosts)
    throw new SettingsError(
      "INTERNAL_HOSTS must be names, name:port or networks like 10.0.0.0/8, with commas between them",
    );
  return hosts;
}

function whole(env: NodeJS.ProcessEnv, name: string, standard: number, max: number, min = 0): number {
  const text = env[name];
  if (!text) return standard;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max || value < min)
    throw new SettingsError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}

function flag(env: NodeJS.ProcessEnv, name: string, standard: boolean): boolean {
  const text = env[name];
  if (!text) return standard;
  if (["1", "true", "on", "yes"].includes(text.toLowerCase())) return true;
  if (["0", "false", "off", "no"].includes(text.toLowerCase())) return false;
  throw new SettingsError(`${name} must be on or off, not "${text}"`);
}

function oneOf(env: NodeJS.ProcessEnv, name: string, values: string[], standard: string): string {
  const text = env[name] || standard;
  if (!values.includes(text)) throw new SettingsError(`${name} must be one of ${values.join(", ")}, not "${text}"`);
  return text;
}

/** The message never contains the value, which may hold a password. */
function address(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new SettingsError(`${name} must be an address that begins with ${protocols[0]}//`);
  }
  return text;
}

/** Connections to a database on another machine are encrypted and its certificate is checked, unless the address says otherwise. */
function database(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = address(env, name, ["postgres:", "postgresql:"]);
  if (!text) return undefined;
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  // A socket of this machine, or the machine itself.
  const isHere = host === "" || host.startsWith("/") || isLoopback(host);
  if (isHere || url.searchParams.has("sslmode")) return text;
  url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

function demoPassword(env: NodeJS.ProcessEnv): string | undefined {
  const text = env.DEMO_PASSWORD;
  if (text && text.length < 8) throw new SettingsError("DEMO_PASSWORD must have at least 8 characters");
  return text || undefined;
}

/** A key of 32 bytes as 64 hexadecimal digits, or several versions of it: `<hex>,2:<hex>`. */
function versions(env: NodeJS.ProcessEnv, name: string): ReadonlyMap<number, Buffer> | undefined {
  const text = env[name];
  if (!text) return undefined;
  const found = readVersions(text);
  if (!found)
    throw new SettingsError(
      `${name} must be 64 hexadecimal digits (openssl rand -hex 32); several versions are written 2:digits, with commas`,
    );
  return found;
}
