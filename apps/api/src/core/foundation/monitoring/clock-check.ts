import { hostname } from "node:os";
import type pg from "pg";
import type { Finding } from "./alerts.ts";
import type { RemoteClocks } from "./remote-clocks.ts";

/** Milliseconds that clocks may differ. Less does no harm here, and clocks synchronised over the network are far closer. */
const tolerance = 5 * 60_000;

interface Clocks {
  pool: pg.Pool;
  remoteClocks: Pick<RemoteClocks, "difference">;
  /** This server's clock, milliseconds since 1970. */
  now?: () => number;
}

/**
 * Compares the clock of this process with the clock of the database, with the time of the newest row (to find a clock that was set back), and
 * with the clocks of signed-in users' browsers. @returns null while all agree
 */
export async function wrongClock({ pool, remoteClocks, now = Date.now }: Clocks): Promise<Finding | null> {
  const asked = now();
  const { rows } = await pool.query<{ database: number; newest: number | null }>({
    name: "clocks",
    text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as database,
      (select extract(epoch from operate_time) * 1000 from audit_record order by id desc limit 1)::float8 as newest`,
  });
  const answered = now();
  const { database, newest } = rows[0] as (typeof rows)[number];
  const toDatabase = database - (asked + answered) / 2;
  if (Math.abs(toDatabase) > tolerance) return differs(toDatabase, "数据库服务器", "the database server");
  if (newest !== null && newest - answered > tolerance)
    return differs(newest - answered, "数据库中最新的记录", "the newest record in the database");
  const toBrowsers = remoteClocks.difference() ?? 0;
  return Math.abs(toBrowsers) > tolerance ? differs(toBrowsers, "多数用户的电脑", "the computers of most users") : null;
}

function differs(milliseconds: number, zh: string, en: string): Finding {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  const ahead = milliseconds > 0;
  return {
    title: { zh: "服务器时间不准确", en: "The clock of the server is wrong" },
    text: {
      zh: `服务器${hostname()}的时间比${zh}${ahead ? "慢" : "快"}${minutes}分钟，期限、验证码和登录会因此出错，请校准时间（NTP）。`,
      en: `The clock of ${hostname()} is ${minutes} minutes ${ahead ? "behind" : "ahead of"} ${en}. Deadlines, codes and sign-in go wrong by it: set it right (NTP).`,
    },
  };
}
