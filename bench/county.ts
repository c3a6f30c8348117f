import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../apps/api/src/core/database/db.ts";
import type { Services } from "../apps/api/src/core/foundation/services.ts";
import { anAccount } from "../apps/api/test/support/sign-in.ts";
import { createTestDatabase } from "../apps/api/test/database/template-db.ts";
import { testServices } from "../apps/api/test/support/test-services.ts";
import { differentSecrets, getSecrets } from "./secrets.ts";

/** A database filled for measuring: institutions, and a given number of classes and students. */
export interface County extends AsyncDisposable {
  services: Services;
  /** Accounts of the bureau's clerk, and of the administrators of one institution and of one enterprise. */
  clerk: string;
  institution: string;
  enterprise: string;
}

const institutions = 200;
/** As many enterprises run one class in five. */
const classesOfOne = 5;
const isStaffClass = (id: RawBuilder<unknown>) => sql`${id} % ${sql.lit(classesOfOne)} = 0`;
/** Department of an enterprise, by the id of its unit. */
const firstDepartment = 9_000_000;
/** The unit of a class: institutions have the ids up to two hundred, enterprises those above. */
const unitOf = (id: RawBuilder<unknown>) =>
  sql`case when ${isStaffClass(id)} then ${sql.lit(institutions)} + 1 + ${id} / ${sql.lit(classesOfOne)} % ${sql.lit(institutions)} else 1 + ${id} % ${sql.lit(institutions)} end`;

/**
 * Rows spread evenly over two hundred institutions and as many enterprises, names of three characters as frequent as in reality, one class in fifty waiting for the bureau.
 * References to what lists do not show are not enforced; no measured call writes.
 */
export async function openCounty(rows: number): Promise<County> {
  const database = await createTestDatabase();
  const services = testServices(database.url);
  await fill(services, rows);
  const { account: clerk } = await anAccount(services);
  const { account: institution } = await anAccount(services, { loginType: "1", roles: ["orgAdmin"], orgId: "7" });
  const entId = String(firstDepartment + institutions + 7);
  const { account: enterprise } = await anAccount(services, { roles: ["entAdmin"], entId });
  return {
    services,
    clerk,
    institution,
    enterprise,
    async [Symbol.asyncDispose]() {
      await services.pool.end();
      await database.drop();
    },
  };
}

/** A surname and two characters of a given name: sixty thousand different names, so that a search by two characters finds a few hundred in a million. */
const name = sql`substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗', 1 + n % 20, 1) || substr('建国志强秀英桂兰丽华明军伟芳娜敏静磊洋勇艳杰涛超霞平刚辉玲', 1 + n / 20 % 32, 1)
  || substr('国强英兰华军芳敏磊勇杰超平辉玲建志秀桂丽明伟娜静洋艳涛霞刚文斌波宁鹏飞龙凤云海山川江河林森木水火土金银铜铁石玉宝珍珠红蓝白黑青紫黄绿春夏秋冬梅菊竹松柏柳桃杏', 1 + n / 640 % 80, 1)`;

async function fill({ db, cipher }: Services, rows: number): Promise<void> {
  const [id, phone, account] = ["330102199003070038", "13800001234", "6222020200112233445"].map((value) => ({
    encrypted: sql`(${getSecrets(cipher, value)}::text[])[1 + n % ${sql.lit(differentSecrets)}]`,
    hash: cipher.hash(value),
  })) as [Encrypted, Encrypted, Encrypted];
  const classOf = sql`(1 + n % ${sql.lit(Math.ceil(rows / 40))})`;
  await db.connection().execute(async (one) => {
    await sql`do $$ declare k record; begin
      for k in select conrelid::regclass as owner, conname from pg_constraint where contype = 'f' and conrelid in ('organisation'::regclass, 'training_class'::regclass, 'student'::regclass)
      loop execute format('alter table %s drop constraint %I', k.owner, k.conname); end loop; end $$`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    // Snapshots of autovacuum would keep our VACUUM from marking pages as visible to all.
    for (const table of ["training_class", "student"])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(one);
    await sql`insert into organisation (side, dept_id, org_no, org_name, credit_code, org_type, region_code, address, legal_person, contact, contact_phone, contact_phone_hash, train_scope, account, state, create_user, update_user)
      select case when n > ${sql.lit(institutions)} then '2' else '1' end, case when n > ${sql.lit(institutions)} then ${sql.lit(firstDepartment)} + n end,
        'J' || n, '第' || n || case when n > ${sql.lit(institutions)} then '机械厂' else '职业培训学校' end, 'C' || n, '2', '330102', '育才路', '王明', '李明', ${phone.encrypted}, ${phone.hash}, '电工', 'org' || n, 'isUser', 1, 1 from generate_series(1, ${sql.lit(2 * institutions)}) n`.execute(
      one,
    );
    await sql`insert into training_class (side, class_no, class_name, org_id, org_plan_id, org_course_id, course_id, course_name, level, train_kind, class_mode, is_subsidy, plan_count, total_hours,
        start_date, end_date, train_place, head_teacher_id, head_teacher_phone, head_teacher_phone_hash, contact, contact_phone, contact_phone_hash, charge_standard, teacher_names, status, create_user, update_user)
      select case when ${isStaffClass(sql`n`)} then '2' else '1' end, 'B' || n, '电工初级' || n || '班', ${unitOf(sql`n`)}, 1, 1, 1, (array['电工', '焊工', '育婴员', '养老护理员'])[1 + n % 4], '5', '01', '1', '1', 40, 120,
        date '2024-01-01' + n % 900, date '2024-01-01' + n % 900 + 20, '实训楼' || n % 9, 1, ${phone.encrypted}, ${phone.hash}, '李明', ${phone.encrypted}, ${phone.hash}, 1200, '周师傅',
        case when n % 49 = 0 then 'unConfirm' when n % 7 = 0 then case when ${isStaffClass(sql`n`)} then 'unSubmit' else 'unCommit' end else 'Confirm' end, 1, 1
      from generate_series(1, ${sql.lit(rows)}) n`.execute(one);
    await sql`insert into student (side, student_no, class_id, org_id, roster_source, name, id_type, id_number, id_number_hash, sex, birthday, education, phone, phone_hash, region_code, hukou_type,
        person_category, bank_name, bank_account, bank_account_hash, post_name, entry_date, contract_start, is_on_job, confirm_status, create_user, update_user)
      select case when ${isStaffClass(classOf)} then '2' else '1' end, 'S' || n, ${classOf}, ${unitOf(classOf)}, '1', ${name}, '1', ${id.encrypted}, left(${id.hash}, 34) || n, '1', date '1990-03-07', '70',
        ${phone.encrypted}, ${phone.hash}, '330102', '1', '01', '农业银行', ${account.encrypted}, ${account.hash}, '电工', date '2020-03-01', date '2020-03-01', '1', 'Confirm', 1, 1
      from generate_series(1, ${sql.lit(rows)}) n`.execute(one);
    await vacuum(one);
  });
}
/** Vacuums until every page is visible to all, as it is some time after a table was filled; a snapshot of another session can prevent that once. */
async function vacuum(one: Db): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await sql`vacuum analyze training_class, student`.execute(one);
    const { rows } =
      await sql`select from pg_class where oid in ('training_class'::regclass, 'student'::regclass) and relallvisible < relpages`.execute(
        one,
      );
    if (rows.length === 0) return;
    await sleep(1000);
  }
  throw new Error("somebody keeps an old snapshot");
}

interface Encrypted {
  encrypted: RawBuilder<string>;
  hash: string;
}
