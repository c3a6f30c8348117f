import type { Services } from "../../apps/api/src/core/foundation/services.ts";

/** Logs of any length, as a server would have written them in eight months. */

export type LogTable = "api_log" | "usual_log" | "error_log";

/** One of a number of values, the first ones far more often, as in reality. @param salt makes two columns of a row independent of each other */
const uneven = (few: number, salt: number) =>
  `floor(${few} * power(((n::bigint * ${2654435761 + salt * 20000002}) % 1000003) / 1000003.0, 3))::int`;
/** Five thousand accounts; `user0` makes one call in seventeen, `user10` one in two hundred and fifty. */
const account = `'user' || ${uneven(5000, 7)}`;

const contents: Record<LogTable, { columns: string; values: string }> = {
  api_log: {
    columns:
      "title, title_en, type, time, create_by, service_id, method, request_uri, method_class, method_name, remote_ip, params",
    values: `c.zh, c.en, case when n % 50 = 0 then '2' else '1' end, n % 300, ${account}, split_part(c.path, '/', 3), c.method, c.path, split_part(c.name, '.', 1), c.name, '10.0.0.' || n % 250,
      '{"current":"' || n % 9 || '","size":"10","className":"电工初级","startDate_dategt":"2026-03-01"}'`,
  },
  usual_log: {
    columns:
      "create_by, log_level, log_id, service_id, method, request_uri, remote_ip, user_agent, server_host, server_ip, env, log_data",
    values: `${account}, case when n % 50 = 0 then 'warn' else 'info' end, split_part(c.name, '.', 1) || ':' || n % 200000, split_part(c.path, '/', 3), c.method, c.path, '10.0.0.' || n % 250,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0', 'county-1', '10.0.0.1', 'production', '{"action":"edit","fromStatus":"unCommit","toStatus":"unConfirm","opinion":null}'`,
  },
  error_log: {
    columns:
      "exception_name, service_id, request_uri, method_class, method_name, file_name, line_number, create_by, remote_ip, message, stack_trace",
    values: `(array['TypeError','Error','ChunkLoadError','SyntaxError','RangeError','DatabaseError','TimeoutError','ReferenceError','AbortError','URIError'])[1 + ${uneven(10, 3)}] || case when n % 5000 = 0 then 'Rare' else '' end,
      case when n % 3 = 0 then 'web' else split_part(c.path, '/', 3) end, c.path, split_part(c.name, '.', 1), c.name, 'assets/page.js', n % 900, ${account}, '10.0.0.' || n % 250, 'x is undefined', 'TypeError: x is undefined at Foo.bar (assets/page.js:12:34)'`,
  },
};

/** Months before this one that have rows; by default `log.keep.months` drops the last of them. */
const months = 7;
/** SQL of the seconds from the first row to the last: since the first of these months began, whatever day it is. */
const span = `extract(epoch from now() - (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ${months})) at time zone 'Asia/Shanghai')`;

/**
 * Fills a log whose rows are spread evenly over the last months. Filled first and indexed afterwards: a growing log does both at once, but the
 * indexes are the same.
 */
export async function fillLog(app: Services, table: LogTable, rows: number): Promise<void> {
  const client = await app.pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname <> $2",
      [table, `${table}_pkey`],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`alter table ${table} drop constraint ${table}_pkey`);
    await client.query(`do $$ declare m timestamp; begin
      for n in 1..${months} loop
        m := date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => n);
        execute format('create table if not exists %I partition of ${table} for values from (%L) to (%L)', '${table}_' || to_char(m, 'YYYYMM'), m at time zone 'Asia/Shanghai', (m + interval '1 month') at time zone 'Asia/Shanghai');
      end loop; end $$`);
    const { columns, values } = contents[table];
    const calls = app.calls.map(({ name, zh, en, path, method }) => ({ name, zh, en, path, method }));
    await client.query(
      `with c as (select row_number() over () as at, x.* from json_to_recordset($1) as x(name text, zh text, en text, path text, method text))
       insert into ${table} (${columns}, create_user, create_time)
       select ${values}, n % 5000, now() - make_interval(secs => (${rows} - n) * ${span}::float8 / ${rows})
       from generate_series(1, ${rows}) n join c on c.at = 1 + ${uneven(calls.length, 0)}`,
      [JSON.stringify(calls)],
    );
    await client.query(`alter table ${table} add primary key (id, create_time)`);
    for (const { definition } of indexes) await client.query(definition.replace(" ON ONLY ", " ON "));
    await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release();
  }
}
