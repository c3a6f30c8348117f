// Slow: a claim is made by the calls, from its class to its first check, and eight pages are opened.
import assert from "node:assert/strict";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { claimAutoTrial, claimChanges, claimCommit } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import type { Page } from "@playwright/test";
import { type BuiltClaim, aClaim } from "../../apps/api/test/factories/assessment.ts";
import type { TestApp } from "../../apps/api/test/support/test-app.ts";
import { becomes, dialog } from "../acts.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Where a page, or a person by it, decides by what a call answers, a call that fails is said: it is not the same as nothing being there. */

let product: Product;
let app: TestApp;
let claim: BuiltClaim;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
  app = await product.arrange();
  claim = await aClaim(app);
  await claim.base.orgAdmin.call(claimCommit, { ids: claim.claimId });
  await app.as("firstReviewer").call(claimAutoTrial, { applyId: claim.claimId });
  await product.sql("update app_user set org_id = $1 where account = 'org'", [claim.base.orgId]);
  await product.sql(
    "update app_user set id_number_hash = (select id_number_hash from student where id = $1) where account = 'student'",
    [claim.studentIds[0]],
  );
});
test.afterAll(async () => {
  await app?.close();
  await product?.close();
});

interface Case {
  what: string;
  account: string;
  path: () => string;
  call: Call;
  /** Done on the page before the call is made. */
  act?: (page: Page) => Promise<void>;
  /** Shown only where the answer is there. */
  notShown?: string;
}
const press = (page: Page, name: string) => pane(page).getByRole("button", { name, exact: true }).click();

const cases: readonly Case[] = [
  {
    what: "what has changed since the last check of a claim",
    account: "first",
    path: () => `/subsidy/org/${claim.claimId}`,
    call: claimChanges,
  },
  {
    what: "the scores of an assessment",
    account: "clerk",
    path: () => `/test/org/${claim.applyId}`,
    call: gradeCalls.list,
    notShown: "核发证书",
  },
  {
    what: "the plans that can be declared for",
    account: "org",
    path: () => "/my/plan",
    call: planCalls.usedByOrg,
    act: (page) => press(page, "正在申报的培训计划"),
    notShown: "目前没有正在申报的计划",
  },
  {
    what: "the classes one teaches",
    account: "org",
    path: () => "/my/class/schedule",
    call: classCalls.usedByOrg,
    notShown: "请先选择班级",
  },
  {
    what: "the own lessons",
    account: "student",
    path: () => "/stu/class",
    call: lessonCalls.usedByPerson,
    notShown: "没有后续课程",
  },
  {
    what: "the own attendance",
    account: "student",
    path: () => "/stu/class",
    call: lessonCalls.attendanceSheet,
    notShown: "尚未上课",
  },
];

/** Lets a call fail, until the answer is called. */
async function fail(page: Page, call: Call): Promise<() => Promise<void>> {
  const url = (address: URL) => address.pathname === call.path;
  await page.route(url, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
  return () => page.unroute(url);
}

for (const { what, account, path, call, act, notShown } of cases)
  test(`a failure is said, and can be mended: ${what}`, async () => {
    const page = await product.as(account);
    const mend = await fail(page, call);
    await page.goto(path());
    await act?.(page);
    const failure = page.getByRole("alert").filter({ hasText: "数据加载失败" }).first();
    await failure.waitFor();
    if (notShown) assert.equal(await page.getByText(notShown, { exact: true }).count(), 0);
    await mend();
    await failure.getByRole("button", { name: "重试" }).click();
    await becomes(() => page.getByRole("alert").filter({ hasText: "数据加载失败" }).count(), 0);
  });

for (const [form, call] of [
  ["花名册", studentCalls.list],
  ["课程表", lessonCalls.usedByOrg],
  ["考勤表", lessonCalls.attendanceSheet],
] as const)
  test(`a paper form that cannot be printed says why: ${form}`, async () => {
    const page = await product.as("org");
    await fail(page, call);
    await page.goto(`/class/detail/${claim.classId}?section=files`);
    await press(page, form);
    await dialog(page).getByText("未能完成").waitFor();
  });
