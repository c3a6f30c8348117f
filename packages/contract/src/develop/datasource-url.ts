import { type Issue, issue } from "../core/issue.ts";
import { isLoopback } from "../core/loopback.ts";

/** Where a data source is, read out of its address. */
export interface DatasourceAddress {
  host: string;
  port: number;
  database: string;
  /** `require` encrypts without asking who answers; `verify-full` also checks the certificate. */
  tls: TlsMode;
  schema: string;
}
const tlsModes = ["disable", "require", "verify-full"] as const;
export type TlsMode = (typeof tlsModes)[number];

const name = "[A-Za-z_][A-Za-z0-9_-]{0,62}";
const pattern = new RegExp(
  `^(?:jdbc:)?postgres(?:ql)?://(\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?)(?::(\\d{1,5}))?/(${name})(?:\\?(.*))?$`,
);
const schemaPattern = new RegExp(`^${name}$`);

const wrong = (zh: string, en: string) => issue("DATASOURCE_URL", zh, en);

/**
 * Reads `postgresql://host:port/database?sslmode=require&currentSchema=public`, with or without `jdbc:` before it. One host by its name or
 * address, and two options: whatever else clients of PostgreSQL understand (sockets, files, several hosts, settings of the session, a
 * password) is refused. Where nothing is said: port 5432, schema public, and the certificate is checked, but on the machine itself.
 */
export function readDatasourceUrl(text: string): DatasourceAddress | Issue {
  const [, host, port = "5432", database, options = ""] = pattern.exec(text) ?? [];
  if (!host || !database)
    return wrong(
      "须形如postgresql://主机:5432/数据库，仅支持PostgreSQL",
      "like postgresql://host:5432/database; PostgreSQL only",
    );
  if (Number(port) < 1 || Number(port) > 65_535) return wrong("端口须为1–65535", "the port is 1–65535");
  const address: DatasourceAddress = {
    host: host.toLowerCase(),
    port: Number(port),
    database,
    tls: isLoopback(host) ? "require" : "verify-full",
    schema: "public",
  };
  for (const option of options ? options.split("&") : []) {
    const [, key, value = ""] = /^(\w+)=(.*)$/.exec(option) ?? [];
    if (key === "sslmode" && (tlsModes as readonly string[]).includes(value)) address.tls = value as TlsMode;
    else if (key === "currentSchema" && schemaPattern.test(value)) address.schema = value;
    else
      return wrong(
        "选项只能是sslmode（disable、require、verify-full）和currentSchema",
        "options are sslmode (disable, require, verify-full) and currentSchema",
      );
  }
  return address;
}

export const isIssue = (read: DatasourceAddress | Issue): read is Issue => "key" in read;
