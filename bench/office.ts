import type { Services } from "../apps/api/src/core/foundation/services.ts";
import { differentSecrets, getSecrets } from "./secrets.ts";

/** The administration's tables that grow, filled for measuring. Each statement fills one; `$1` is the number of rows, `$2` some encrypted numbers, `$3` a hash. */

/** A name of three characters, as frequent as in reality, by the number `n` of a row. */
export const names = `substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗', 1 + n % 20, 1) || substr('建国志强秀英桂兰丽华明军伟芳娜敏静磊洋勇艳杰涛超霞平刚辉玲', 1 + n / 20 % 32, 1)
  || substr('国强英兰华军芳敏磊勇杰超平辉玲建志秀桂丽明伟娜静洋艳涛霞刚文斌波宁鹏飞龙凤云海山川江河林森木水火土金银铜铁石玉宝珍珠红蓝白黑青紫黄绿春夏秋冬梅菊竹松柏柳桃杏', 1 + n / 640 % 80, 1)`;
const encrypted = `($2::text[])[1 + n % ${differentSecrets}]`;
/** In order of the rows' numbers, spread evenly over the last half year. */
const moment = `now() - make_interval(secs => ($1::int - n) * 15500000.0 / $1::int)`;

export const officeTables = {
  /** One in fifty belongs to the bureau, in a department and with one role; the others to institutions and to themselves. */
  app_user: [
    `insert into app_user (account, name, real_name, phone, phone_hash, dept_id, login_type, status, audience, last_login_time, create_time, create_user, update_user)
     select 'u' || n, ${names}, ${names}, ${encrypted}, left($3, 30) || n, case when n % 50 = 0 then 2 + n / 50 % 5 end, case when n % 50 = 0 then '0' when n % 9 = 0 then '1' else '2' end,
       case when n % 400 = 0 then '2' else '1' end, case when n % 50 = 0 then 'bureau' when n % 9 = 0 then 'institution' else 'person' end, ${moment}, ${moment}, 1, 1 from generate_series(1, $1::int) n`,
    `insert into user_role (user_id, role_id) select id, case when dept_id is null then 8 + id % 2 else 2 + id % 6 end from app_user where account like 'u%' on conflict do nothing`,
  ],
  sms_message: [
    `insert into sms_message (group_id, system_id, message_type, template, phone_number, phone_number_hash, message, biz_type, biz_id, send_status, send_time, attempts, create_time, create_user, update_user)
     select 'G' || n / 4, 'ZJGTRAIN', (array['1', '2', '2', '3'])[1 + n % 4], 'TEXT', ${encrypted}, left($3, 30) || n % 20000, ${encrypted}, 'Certificate', n, case when n % 300 = 0 then '2' when n > $1::int - 20 then '0' else '1' end,
       ${moment}, 1, ${moment}, 1, 1 from generate_series(1, $1::int) n`,
  ],
  sign_in: [
    `insert into sign_in (user_id, account, real_name, result, ip, client_id, agent, create_time)
     select null, 'u' || 1 + n % 8000, ${names}, case when n % 40 = 0 then 'wrong' when n % 1000 = 1 then 'locked' else 'success' end, '10.' || n % 7 || '.0.' || n % 250, 'web', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0', ${moment}
     from generate_series(1, $1::int) n`,
  ],
  /** One session in a hundred is still active. */
  login_session: [
    `insert into login_session (user_id, client_id, rotate_time, create_time, expire_time, end_time, end_reason, ip)
     select u.id, 'web', ${moment}, ${moment}, now() + interval '1 day', case when n % 100 > 0 then now() end, case when n % 100 > 0 then 'logout' end, '10.0.0.' || n % 250
     from generate_series(1, $1::int) n join app_user u on u.account = 'u' || n and u.status = '1'`,
  ],
  notice: [
    `insert into notice_category (category_no, category_name, sort, is_valid, create_user, update_user) select 'C' || n, '类别' || n, n, 'isValid', 1, 1 from generate_series(1, 8) n`,
    `insert into notice (title, category_id, target, is_top, content, publish_status, publish_time, publish_user, expire_date, create_time, create_user, update_user)
     select '关于第' || n || '期' || (array['电工', '焊工', '育婴员', '养老护理员'])[1 + n % 4] || '培训的通知', (select min(id) from notice_category) + n % 8, array[(array['public', 'UsedByOrg', 'UsedByManage', 'UsedByPerson'])[1 + n % 4]],
       case when n % 5000 = 0 then '1' else '0' end, '<p>各机构请按时上报。</p>', case when n % 90 = 0 then '0' when n % 70 = 0 then '2' else '1' end, ${moment}, 1, case when n % 3 = 0 then current_date + 30 end, ${moment}, 1, 1 from generate_series(1, $1::int) n`,
  ],
  desk_notice: [
    `insert into desk_notice (title, category, release_time, content, create_time, create_user, update_user)
     select '第' || n || '号' || (array['发布', '批转', '转发'])[1 + n % 3] || '公告', (1 + n % 6)::text, ${moment}, '<p>请各科室知悉。</p>', ${moment}, 1, 1 from generate_series(1, $1::int) n`,
  ],
  message: [
    `insert into message (kind, target_kind, target, title_zh, title_en, text_zh, text_en, link, create_time)
     select case when n % 3 = 0 then 'mail' else 'message' end, 'user', n % 8000, '班级已审核', 'Class confirmed', '班级' || n || '已通过审核', 'Class ' || n || ' was confirmed', '/class/index', ${moment} from generate_series(1, $1::int) n`,
  ],
} as const satisfies Record<string, readonly string[]>;
export type OfficeTable = keyof typeof officeTables;

/** Fills one of the tables; its users before its sessions. */
export async function fillOffice({ pool, cipher }: Services, table: OfficeTable, rows: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
    const filled = table === "app_user" ? ["app_user", "user_role"] : [table];
    // A snapshot of autovacuum would keep our own VACUUM from marking pages as visible to all.
    for (const one of filled) await client.query(`alter table ${one} set (autovacuum_enabled = off)`);
    const { rows: grams } = await client.query<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexdef like '% USING gin %'",
      [table],
    );
    for (const { name } of grams) await client.query(`drop index ${name}`);
    const secrets = [getSecrets(cipher, "13800001234"), cipher.hash("13800001234")];
    for (const statement of officeTables[table])
      await client.query(
        statement,
        [rows, ...secrets].slice(0, Math.max(0, ...[...statement.matchAll(/\$(\d)/g)].map(([, at]) => Number(at)))),
      );
    for (const { definition } of grams) await client.query(definition);
    for (const one of filled) await client.query(`vacuum analyze ${one}`);
  } finally {
    client.release();
  }
}
