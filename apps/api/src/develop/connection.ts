import { Socket } from "node:net";
import { Datasource } from "@jipei/contract/develop/datasource.ts";
import { type DatasourceAddress, isIssue, readDatasourceUrl } from "@jipei/contract/develop/datasource-url.ts";
import pg from "pg";
import { type Db, withConnection } from "../core/database/db.ts";
import { failEvenly } from "../core/security/even-failure.ts";
import { findPublicAddress } from "../core/outbound/safe-fetch.ts";
import { decryptRow } from "../core/entity/to-response.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { liveRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";

/** A data source with everything needed to connect, including its password; never part of an answer. */
export type Source =
  | { builtIn: true }
  | { builtIn: false; address: DatasourceAddress; username: string; password: string };

/** Runs one statement, whose text is a constant of ours. */
export type Query = <R>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/** Timeouts in milliseconds: for connecting, for a statement, and for everything together. */
export const limits = { connect: 5_000, statement: 5_000, whole: 12_000 };

/** @throws NOT_FOUND */
export async function openSource(db: Db, app: Services, id: string): Promise<Source> {
  const row = await liveRow(db, Datasource, id);
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.builtIn === "1") return { builtIn: true };
  const { url, username, password } = decryptRow(Datasource, app.cipher, row);
  const address = readDatasourceUrl(url);
  if (isIssue(address)) throw new Refusal("DATASOURCE_FAILED", { reason: address });
  return { builtIn: false, address, username, password: password ?? "" };
}

/** Reads from a source in one read-only transaction, within the limits. @throws ADDRESS_INTERNAL, what the driver throws */
export const withSource = <T>(app: Services, source: Source, work: (query: Query) => Promise<T>): Promise<T> =>
  source.builtIn
    ? withOwn(app, work)
    : failEvenly(
        app.settings,
        { host: source.address.host, port: String(source.address.port) },
        () => withOther(app, source, work),
        isAnswer,
      );

/** Whether the error is an answer of PostgreSQL, rather than of the connection to it. */
const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError;

const withOwn = <T>(app: Services, work: (query: Query) => Promise<T>): Promise<T> =>
  withConnection(app.readPool, (client) => readOnly(client, work));

async function withOther<T>(
  app: Services,
  { address: { host, port, database, tls }, username, password }: Extract<Source, { builtIn: false }>,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const address = await findPublicAddress(app.settings, host, port);
  const socket = new Socket();
  const client = new pg.Client({
    // Connects to the address that was checked; the name is used only to verify the certificate.
    host: address,
    port,
    database,
    user: username,
    password,
    ssl: tls === "disable" ? false : { servername: host, rejectUnauthorized: tls === "verify-full" },
    stream: () => socket,
    application_name: "jipei",
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.statement,
  });
  client.on("error", () => {});
  const late = setTimeout(() => socket.destroy(new Error("timeout expired")), limits.whole);
  try {
    await client.connect();
    return await readOnly(client, work);
  } finally {
    clearTimeout(late);
    // The connection is closed, whether or not the other side answers the end message.
    void client.end().catch(() => undefined);
    setTimeout(() => socket.destroy(), 200);
  }
}

async function readOnly<T>(client: pg.ClientBase, work: (query: Query) => Promise<T>): Promise<T> {
  await client.query("begin read only");
  try {
    await client.query(`set local statement_timeout = ${limits.statement}`);
    return await work(
      async <R>(text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows as R[],
    );
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

const words: readonly (readonly [pattern: RegExp, zh: string, en: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "找不到该主机", "no such host"],
  [/^ECONNREFUSED$/, "对方拒绝连接，请检查主机和端口", "the connection was refused; check host and port"],
  [/^(ETIMEDOUT|57014)$|timeout/i, "连接超时", "it took too long"],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, "网络不可达", "the network does not lead there"],
  [
    /^(28P01|28000)$/,
    "用户名或密码错误，或不允许从本服务器登录",
    "wrong user or password, or sign-in from this server is not allowed",
  ],
  [/^3D000$/, "数据库不存在", "no such database"],
  [/^53300$/, "对方连接数已满", "it has no connection left"],
  [
    /does not support SSL/i,
    "对方不支持加密，可在地址后加?sslmode=disable",
    "it does not encrypt; ?sslmode=disable at the end of the address goes without",
  ],
  [
    /CERT|SELF_SIGNED|certificate|altname|ERR_TLS/i,
    "证书校验失败，可在地址后加?sslmode=require（只加密）",
    "its certificate does not hold; ?sslmode=require at the end of the address only encrypts",
  ],
  [/SSL|TLS|EPROTO/i, "加密连接失败", "encryption failed"],
];

/** The reason why connecting or reading failed, without the text of the other side. Refusals stay as they are. */
export function getFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const [, zh, en] = words.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [
    null,
    "对方不是PostgreSQL，或中断了连接",
    "it is no PostgreSQL, or it broke the connection off",
  ];
  return new Refusal("DATASOURCE_FAILED", { reason: { zh, en } });
}
