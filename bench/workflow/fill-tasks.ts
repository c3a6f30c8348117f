import type { PoolClient } from "pg";
import type { Services } from "../../apps/api/src/core/foundation/services.ts";
import { names } from "../office.ts";

/** Of each open task ten are done: one process in 3.7 is running, after two steps; the others went through three. */
const ended = `($1::int * 8 / 3)`;
const all = `(${ended} + $1::int)`;
/** Moments in order of the processes' numbers, spread evenly over two years; their steps follow by hours. */
const started = `now() - interval '1 day' - make_interval(secs => (${all} - n) * 63000000.0 / ${all})`;
const some = (n: string, few: number) => `(${n}::bigint * 2654435761 % 1000003 % ${few})`;
/** Forty rows of a number, however many there are. */
const forty = (n: string, of: string) => `${n} % greatest(1, ${of} / 40) = 0`;

const columns = {
  definition:
    "key, name, category, state, deployment_id, definition_version, deploy_time, xml, create_user, update_user",
  instance:
    "id, process_definition_id, process_definition_key, process_definition_name, category, title, start_user, start_time, end_time, status, ending, next_key, create_time, create_user, update_user",
  task: `task_name, task_definition_key, process_instance_id, process_definition_id, process_definition_key, process_definition_name, category, title, start_user,
    assignee, done_by, claim_time, end_time, passed, status, priority, task_key, execution, is_starters, candidate_users, candidate_groups, candidate_roles, candidates, create_time, create_user, update_user`,
};
const ofInstance =
  "i.id, i.process_definition_id, i.process_definition_key, i.process_definition_name, i.category, i.title, i.start_user";
/** `n` is the number of the process, `k` that of its step; five thousand users take turns from the number `$4` on. */
const anybody = `$4::bigint + ${some("(n + k)", 5000)}`;
const doneBy = `case when ${forty("n", all)} and k = 1 then $3::bigint when (n + k) % 200 = 0 then $2::bigint else ${anybody} end`;
const role = `(array['firstReviewer', 'firstReviewer', 'secondReviewer', 'finance'])[1 + ${some("n", 4)}]`;
const asked = `case when ${forty("n / 2", "($1::int / 2)")} then 'user:' || $3::bigint else ${role} end`;

/** Each fills one table; `$1` is the number of open tasks, `$2` who has many, `$3` who has forty, `$4` the first of the others. */
const statements: Readonly<Record<string, readonly string[]>> = {
  flow_definition: [
    `insert into flow_definition (${columns.definition})
     select 'bench' || n, (array['请假审批', '用章申请', '采购申请', '班级变更'])[1 + n % 4] || n, '9', 'active', n, 1, now(), '', 1, 1 from generate_series(1, 20) n`,
  ],
  flow_instance: [
    `insert into flow_instance (${columns.instance}) overriding system value
     select n, d.id, d.key, d.name, d.category, d.name || ' ' || ${names} || ' ' || (${started})::date, case when ${forty("n", all)} then $3::bigint when n % 300 = 3 then $2::bigint else $4::bigint + ${some("n", 5000)} end,
       ${started}, case when n <= ${ended} then ${started} + interval '3 hours' end, case when n <= ${ended} then 'finished' else 'running' end, case when n <= ${ended} then 'passed' end, 9, ${started}, 1, 1
     from generate_series(1, ${all}) n join flow_definition d on d.key = 'bench' || 1 + n % 20`,
  ],
  flow_task: [
    `insert into flow_task (${columns.task})
     select '环节' || k, 'step' || k, ${ofInstance}, done.who, done.who, i.start_time + make_interval(hours => k), i.start_time + make_interval(hours => k), '1', '2', 50,
       't' || k, 'e1', false, '{}', array[${role}], array[${role}], array[${role}], i.start_time + make_interval(hours => k - 1), 1, 1
     from (select *, id as n from flow_instance) i, generate_series(1, 3) k, lateral (select ${doneBy} as who) done where k < 3 or n <= ${ended}`,
    `insert into flow_task (${columns.task})
     select '环节3', 'step3', ${ofInstance}, open.who, null, case when open.who is not null then i.start_time + interval '2 hours' end, null, null, case when open.who is null then '0' else '1' end, 50,
       't3', 'e1', false, '{}', array[open.asked], array[open.asked], array[open.asked], i.start_time + interval '2 hours', 1, 1
     from (select *, id - ${ended} as n, 3 as k from flow_instance) i,
       lateral (select ${asked} as asked, case when n % 2 = 0 then null when ${forty("n / 2", "($1::int / 2)")} then $3::bigint when n % 100 = 1 then $2::bigint else ${anybody} end as who) open
     where n > 0`,
  ],
};

export interface Filling {
  /** Open tasks; there are ten times as many that are done. */
  open: number;
  /** Who has a fiftieth of what is claimed, did every two hundredth task, and started every three hundredth process. */
  busy: string;
  /** Who has about forty rows in each list, however long the others are. */
  idle: string;
}

/** What the lists of the workflow read: definitions, processes and tasks. Rows that none of them reads are left out. */
export async function fillTasks({ pool }: Services, { open, busy, idle }: Filling): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronize_seqscans = off");
    const first = await addUsers(client);
    for (const [table, fill] of Object.entries(statements)) {
      // A snapshot of autovacuum would keep our own VACUUM from marking pages as visible to all.
      await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
      await withoutIndexes(client, table, async () => {
        for (const text of fill)
          await client.query(text, [open, busy, idle, first].slice(0, /\$\d/.test(text) ? 4 : 0));
      });
      await client.query(`vacuum analyze ${table}`);
    }
  } finally {
    client.release();
  }
}

/** Five thousand users. @returns the id of the first */
async function addUsers(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ first: string }>(
    `with added as (insert into app_user (account, name, real_name, login_type, status, audience, create_user, update_user)
       select 'officer' || n, ${names}, ${names}, '0', '1', 'bureau', 1, 1 from generate_series(1, 5000) n returning id)
     select min(id)::text as first from added`,
  );
  await client.query("vacuum analyze app_user");
  return rows[0]?.first ?? "";
}

interface Made {
  name: string;
  definition: string;
}

/** Fills first and indexes afterwards, and checks references then: a growing table does both at once, but in the end they are the same. */
async function withoutIndexes(client: PoolClient, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows: references } = await client.query<Made>(
    "select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = $1::regclass",
    [table],
  );
  const { rows: indexes } = await client.query<Made>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index x join pg_class c on c.oid = x.indexrelid
     where x.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = c.oid)`,
    [table],
  );
  for (const { name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
  for (const { name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
