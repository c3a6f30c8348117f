import { dataScopeCalls } from "../packages/contract/src/access/data-scope.ts";
import { menuCalls } from "../packages/contract/src/access/menu.ts";
import { roleCalls } from "../packages/contract/src/access/role.ts";
import { apiLogCalls } from "../packages/contract/src/logs/api-log.ts";
import { usualLogCalls } from "../packages/contract/src/logs/usual-log.ts";
import { deskNoticeCalls } from "../packages/contract/src/notices/desk-notice.ts";
import { noticeCalls } from "../packages/contract/src/notices/notice.ts";
import { popover } from "../packages/contract/src/notices/popover.ts";
import { smsMessageCalls } from "../packages/contract/src/notices/sms-message.ts";
import { dictionaryCalls } from "../packages/contract/src/settings/dictionary.ts";
import { parameterCalls } from "../packages/contract/src/settings/parameter.ts";
import { regionCalls } from "../packages/contract/src/settings/region.ts";
import { departmentCalls } from "../packages/contract/src/users/department.ts";
import { postCalls } from "../packages/contract/src/users/post.ts";
import { sessionCalls } from "../packages/contract/src/users/session.ts";
import { userCalls } from "../packages/contract/src/users/user.ts";
import { anAccount } from "../apps/api/test/support/sign-in.ts";
import { createTestDatabase } from "../apps/api/test/database/template-db.ts";
import { testServices } from "../apps/api/test/support/test-services.ts";
import { type Case, type Side, deep, first, measure, openSide } from "./lists.ts";
import { startLoad } from "./load.ts";
import { fillLog } from "./logs/log-fill.ts";
import { type OfficeTable, fillOffice, officeTables } from "./office.ts";

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const of = (name: string, { path }: { path: string }, query = ""): Case => ({
  name,
  who: "admin",
  path,
  pages: () => [`${first()[0]}${query && `&${query}`}`],
});
const deepOf = (name: string, { path }: { path: string }): Case => ({ name, who: "admin", path, pages: deep });
const text = encodeURIComponent;

const grown: Case[] = [
  of("users", userCalls.list),
  deepOf("users, page 10,000", userCalls.list),
  of("users, two characters of a name", userCalls.list, `realName=${text("秀英")}`),
  of("users, part of an account", userCalls.list, "account=u99"),
  of("users, a department with all below", userCalls.list, "deptId=1"),
  of("users of a department, a role", userCalls.list, "deptId=3&roleId=3"),
  of("users, disabled", userCalls.list, "status=2"),
  of("users, kind of sign-in", userCalls.list, "loginType=1"),
  of("users, last sign-in first", userCalls.list, "descs=lastLoginTime"),
  of("text messages", smsMessageCalls.list),
  deepOf("text messages, page 10,000", smsMessageCalls.list),
  of("text messages, failed", smsMessageCalls.list, "sendStatus=2"),
  of(
    "text messages, codes of two weeks",
    smsMessageCalls.list,
    `messageType=1&createTime_dategt=${day(74)}&createTime_datelt=${day(60)}`,
  ),
  of("sign-ins", sessionCalls.signIns),
  deepOf("sign-ins, page 10,000", sessionCalls.signIns),
  of("sign-ins, part of an account", sessionCalls.signIns, "account=u77"),
  of("sign-ins, wrong passwords", sessionCalls.signIns, "result=wrong"),
  of("sign-ins, an address", sessionCalls.signIns, "ip=10.3.0.10"),
  of("sign-ins, two weeks", sessionCalls.signIns, `createTime_dategt=${day(74)}&createTime_datelt=${day(60)}`),
  of("signed-in users", sessionCalls.list),
  of("signed-in users, seen last first", sessionCalls.list, "descs=seenTime"),
  of("notices", noticeCalls.list),
  deepOf("notices, page 10,000", noticeCalls.list),
  of("notices, part of a title", noticeCalls.list, `title=${text("育婴员")}`),
  of("notices, withdrawn", noticeCalls.list, "publishStatus=2"),
  of("notices, a category", noticeCalls.list, "categoryId=3"),
  of("public notices", noticeCalls.listPublicAll),
  of("desk notices", deskNoticeCalls.list),
  of("desk notices, part of a title", deskNoticeCalls.list, `title=${text("批转")}`),
  { name: "notice popover", who: "admin", path: popover.path, pages: () => [""] },
];
/** Tables of the same size in both databases: for these only the CPU time is compared. */
const short: Case[] = [
  of("roles", roleCalls.list),
  of("menus", menuCalls.list),
  of("data scopes", dataScopeCalls.list),
  of("departments", departmentCalls.list),
  of("posts", postCalls.list),
  of("parameters", parameterCalls.list),
  of("dictionary", dictionaryCalls.parentList),
  of("regions", regionCalls.list),
  of("API log", apiLogCalls.list),
  of("usual log", usualLogCalls.list),
];

/** Sends queries to an existing database. */
export async function askOffice(databaseUrl: string, rows: number): Promise<Side> {
  const services = testServices(databaseUrl);
  const { account } = await anAccount(services, { roles: ["sysAdmin"] });
  const side = await openSide(services, rows, { admin: [account, "0"] });
  return { ...side, [Symbol.asyncDispose]: async () => (await side[Symbol.asyncDispose](), services.pool.end()) };
}

/** @param only measures the lists whose name contains it */
export async function* compareOffices(
  small: Side,
  large: Side,
  quick: boolean,
  only = "",
): AsyncGenerator<Record<string, string>> {
  using load = startLoad();
  for (const one of grown) if (one.name.includes(only)) yield await measure(load, one, small, large, quick);
  for (const one of short)
    if (one.name.includes(only)) {
      const {
        list,
        "CPU ours / bare, µs": cpu,
        "CPU ratio (≤ 1.6)": ratio,
      } = await measure(load, one, large, large, quick);
      yield { list, "CPU ours / bare, µs": cpu, "CPU ratio (≤ 1.6)": ratio } as Record<string, string>;
    }
}

/** Fills a database with so many rows of each kind. @returns its address */
async function fill(rows: number, stack: AsyncDisposableStack): Promise<string> {
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const services = testServices(database.url);
  for (const table of Object.keys(officeTables) as OfficeTable[]) await fillOffice(services, table, rows);
  for (const log of ["api_log", "usual_log"] as const) await fillLog(services, log, 10_000);
  await services.pool.end();
  return database.url;
}

/** Lists of the administration over ten thousand and over a million rows each, compared with a bare Fastify as in `lists`. */
export async function* systemLists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack();
  const [few, many] = [10_000, quick ? 120_000 : 1_000_000];
  const [small, large] = [await fill(few, stack), await fill(many, stack)];
  yield* compareOffices(stack.use(await askOffice(small, few)), stack.use(await askOffice(large, many)), quick);
}
