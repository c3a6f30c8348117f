import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import type { Caller } from "./client.ts";
import type { World } from "./world.ts";
import { Counter, UsedUp, type Write, andThen, judge } from "./write.ts";

/** The writes of the bureau's clerks and administrator. */

let made = 0;

/** Saves a plan and releases it: one number of the year's series and one history entry for each. */
export function plans(clerk: Caller): Write {
  const [saved, released] = [new Set<string>(), new Set<string>()];
  return {
    name: "plan saved, then released",
    async make() {
      const { id } = await clerk.ask(planCalls.submit, {
        planName: `第${++made}批`,
        planYear: 2026,
        trainKind: "01",
        totalHeadcount: 10,
        startDate: "2026-01-01",
        endDate: "2026-12-31",
      } as never);
      saved.add(id);
      await clerk.ask(planCalls.release, { ids: id } as never);
      released.add(id);
    },
    expected() {
      const [wanted, wantedDone] = [new Set(saved), new Set(released)];
      return async (client) => {
        const { rows } = await client.query<{
          id: string;
          released: boolean;
          isWhole: boolean;
        }>(`select p.id::text, is_release = '1' as released, (select count(*) from plan q where q.plan_no = p.plan_no) = 1
          and (select count(*) from audit_record a where a.biz_type = 'Plan' and a.biz_id = p.id::text and a.action = 'release') = (is_release = '1')::int as "isWhole" from plan p where p.plan_name like '第%批'`);
        return andThen(
          judge(wanted, rows),
          wantedDone,
          rows.filter((row) => row.released),
        );
      };
    },
  };
}

/** Adds a user: the account, a role, two history entries and the text message with the first password. */
export function users(admin: Caller, { deptId, roleId }: World): Write {
  const added = new Set<string>();
  return {
    name: "user added",
    async make() {
      const name = `hand${++made}`;
      added.add(
        (
          await admin.ask(userCalls.submit, {
            account: name,
            name,
            realName: name,
            phone: `137${String(made).padStart(8, "0")}`,
            deptId,
            roleId: [roleId],
          } as never)
        ).id,
      );
    },
    expected() {
      const wanted = new Set(added);
      return async (client) => {
        const { rows } = await client.query<{
          id: string;
          isWhole: boolean;
        }>(`select u.id::text, (select count(*) from user_role r where r.user_id = u.id) = 1 and (select count(*) from sms_message m where m.biz_type = 'User' and m.biz_id = u.id::text) = 1
          and (select count(*) from audit_record a where a.biz_type = 'User' and a.biz_id = u.id::text) = 2 as "isWhole" from app_user u where u.account like 'hand%'`);
        return judge(wanted, rows);
      };
    },
  };
}

/** The limit of files without a row that one user may upload in an hour is 300. */
const most = 290;

/** Uploads a file with content of its own. */
export function uploads(clerk: Caller): Write {
  const digests = new Map<string, string>();
  let sent = 0;
  const isWhole = (files: string, key: string, sha256: string) => {
    try {
      return (
        createHash("sha256")
          .update(readFileSync(join(files, key)))
          .digest("hex") === sha256
      );
    } catch {
      return false;
    }
  };
  return {
    name: "file uploaded",
    async make() {
      if (sent === most) throw new UsedUp();
      sent++;
      const content = `${++made} `.repeat(20_000);
      const form = new FormData();
      form.set("file", new Blob([content]), `${made}.txt`);
      const { id } = (await clerk.ask(putFileAttach, form as never)) as { id: string };
      digests.set(id, createHash("sha256").update(content).digest("hex"));
    },
    expected() {
      const wanted = new Map(digests);
      return async (client, files) => {
        const { rows } = await client.query<{ id: string; key: string; sha256: string }>(
          `select a.id::text, a.storage_key as key, a.sha256 from attachment a where a.original_name ~ '^\\d+\\.txt$'`,
        );
        const stored = new Map(rows.map((row) => [row.id, row]));
        const changed = [...wanted]
          .filter(([id, sha256]) => stored.has(id) && stored.get(id)?.sha256 !== sha256)
          .map(([id]) => id);
        const { acknowledged, lost, half } = judge(
          wanted.keys(),
          rows.map(({ id, key, sha256 }) => ({ id, isWhole: isWhole(files, key, sha256) })),
        );
        return { acknowledged, lost: [...lost, ...changed], half };
      };
    },
  };
}

/** Changes a parameter: its value, and one history entry for each change. */
export function parameters(admin: Caller, { parameterId }: World): Write {
  const counter = new Counter();
  return {
    name: "parameter changed",
    make: () =>
      counter.next((value) =>
        admin.ask(parameterCalls.submit, { id: parameterId, paramValue: String(value) } as never),
      ),
    expected() {
      const verdict = counter.expected();
      return async (client) => {
        const { rows } = await client.query<{ value: string; said: string | null }>(
          `select param_value as value, (select split_part(a.opinion, ' → ', 2) from audit_record a where a.biz_type = 'Parameter' and a.biz_id = p.id::text order by a.id desc limit 1) as said
          from parameter p where id = $1`,
          [parameterId],
        );
        const { value, said = null } = rows[0] ?? {};
        if (counter.sent === 0 || said === null) return verdict(counter.acknowledged === 0 ? 0 : undefined);
        return verdict(Number(value), said === value ? [] : [`value ${value}, history ${said}`]);
      };
    },
  };
}

/** Writes a notice and publishes it: its state, and one history entry. */
export function notices(clerk: Caller, { categoryId }: World): Write {
  const [written, published] = [new Set<string>(), new Set<string>()];
  return {
    name: "notice written, then published",
    async make() {
      const { id } = await clerk.ask(noticeCalls.submit, {
        title: `公告${++made}`,
        categoryId,
        target: ["UsedByOrg"],
        isTop: "0",
        content: "<p>内容</p>",
      } as never);
      written.add(id);
      await clerk.ask(noticeCalls.setPublishStatus, { ids: id, status: "1" } as never);
      published.add(id);
    },
    expected() {
      const [wanted, wantedDone] = [new Set(written), new Set(published)];
      return async (client) => {
        const { rows } = await client.query<{
          id: string;
          published: boolean;
          isWhole: boolean;
        }>(`select n.id::text, publish_status = '1' as published,
          (publish_status = '1') = (publish_time is not null) and (select count(*) from audit_record a where a.biz_type = 'Notice' and a.biz_id = n.id::text and a.action = 'publish') = (publish_status = '1')::int as "isWhole" from notice n where n.title ~ '^公告\\d+$'`);
        return andThen(
          judge(wanted, rows),
          wantedDone,
          rows.filter((row) => row.published),
        );
      };
    },
  };
}
