import type { Call } from "../packages/contract/src/core/call.ts";
import { candidateSourceCalls } from "../packages/contract/src/catalogue/candidate-source.ts";
import { createAuthenticator } from "../apps/api/src/auth/token/authenticate.ts";
import { checkAccess } from "../apps/api/src/core/access/access-check.ts";
import { anAccount, realApp, signIn } from "../apps/api/test/support/sign-in.ts";
import { type TestApp, startTestApp } from "../apps/api/test/support/test-app.ts";
import { percentile } from "./load.ts";

/** Roles in the second database, and menus with one permission each that every one of them is granted. */
const many = { roles: 1000, menus: 500 };

interface Side {
  app: TestApp;
  /** Everything that is decided before a call's handler runs: token, session, roles, permissions, scopes. */
  decide(): Promise<void>;
}

/** The decision about one call with a database of the built-in roles, and with one of a thousand roles of five hundred menus more; in turn. */
export async function* rights(quick: boolean): AsyncGenerator<Record<string, string>> {
  const few = await open(false);
  const large = await open(true);
  try {
    const sides = [few, large];
    const cpu: number[][] = [[], []];
    const time: number[][] = [[], []];
    const times = quick ? 200 : 3000;
    for (const { decide } of sides) for (let i = 0; i < times; i++) await decide();
    for (let round = 0; round < (quick ? 3 : 15); round++)
      for (const [i, { decide }] of sides.entries()) {
        const start = process.cpuUsage();
        for (let n = 0; n < times; n++) {
          const from = performance.now();
          await decide();
          time[i]?.push((performance.now() - from) * 1000);
        }
        const { user, system } = process.cpuUsage(start);
        cpu[i]?.push((user + system) / times);
      }
    const of = (values: number[][], share: number) => values.map((one) => percentile(one, share)) as [number, number];
    const [cpuFew, cpuMany] = of(cpu, 50);
    const [timeFew, timeMany] = of(time, 50);
    yield {
      decision: `${many.roles} roles × ${many.menus} menus`,
      "CPU few / many roles, µs": `${cpuFew.toFixed(0)} / ${cpuMany.toFixed(0)}`,
      "p50 few / many roles, µs": `${timeFew.toFixed(0)} / ${timeMany.toFixed(0)}`,
      "more, µs (≤ 20)": `${(cpuMany - cpuFew).toFixed(1)} CPU, ${(timeMany - timeFew).toFixed(1)} time`,
    };
  } finally {
    await few.app.close();
    await large.app.close();
  }
}

async function open(full: boolean): Promise<Side> {
  const app = await startTestApp();
  if (full) await fill(app);
  const { account } = await anAccount(app);
  const http = await realApp(app);
  const token = (await signIn(http, account)).json().access_token as string;
  await http.close();
  const authenticate = createAuthenticator(app);
  const call = candidateSourceCalls.list as Call;
  return { app, decide: async () => checkAccess(await authenticate(token, "127.0.0.1"), call) };
}

/** Permissions and API scopes of roles are held in memory, so their number must show there: each role has all the menus, permissions and a scope. */
async function fill({ pool }: TestApp): Promise<void> {
  await pool.query(`insert into menu (menu_no, sup_menu_no, name, code, href, category, action, is_open, order_by, program_no, create_user, update_user)
    select 'X' || n, '0', 'X' || n, 'X' || n, '/x/' || n, '1', '0', '1', n, 'ZJGTRAIN', 0, 0 from generate_series(1, ${many.menus}) n`);
  await pool.query(
    `insert into role (role_no, role_name, role_alias, sort, create_user, update_user) select 'R' || 1000 + n, 'X' || n, 'x' || n, n, 0, 0 from generate_series(1, ${many.roles}) n`,
  );
  await pool.query(
    `insert into role_menu select r.id, m.id from role r, menu m where r.role_alias like 'x%' and m.menu_no like 'X%'`,
  );
  await pool.query(
    `insert into role_permission select r.id, 'x_' || n from role r, generate_series(1, ${many.menus}) n where r.role_alias like 'x%'`,
  );
  await pool.query("analyze");
}
