import assert from "node:assert/strict";
import { type Swift, startSwift } from "../../apps/api/test/support/swift.ts";
import { act, becomes, choose, closed, dialog, fill, row, send, shot, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { pane, phone, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** Storage places and their files, as the administrator manages them; the bucket is one of a real S3 server. */
let product: Product;
let swift: Swift;
test.beforeAll(async ({ stage }) => {
  [product, swift] = await Promise.all([stage.start({ INTERNAL_HOSTS: "127.0.0.1" }), startSwift()]);
  await swift.bucket("jipei");
});
test.afterAll(async () => {
  await product?.close();
  await swift?.close();
});

test("a bucket is set up, tested, put in use and gets the files; its keys are never shown", async () => {
  const page = await product.as("admin", { path: "/resource/oss" });
  await row(page, "LOCAL").getByText("启用", { exact: true }).waitFor();
  await assertAccessible(page);
  await shot(page, "oss-list-zh");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("资源编号").waitFor();
  await choose(page, "分类", "腾讯");
  await dialog(page).getByLabel("应用ID").waitFor();
  await dialog(page).getByText("cos.ap-guangzhou").waitFor();
  await becomes(() => dialog(page).getByLabel("寻址方式").count(), 0);
  await choose(page, "分类", "MinIO");
  await dialog(page).getByLabel("应用ID").waitFor({ state: "hidden" });
  await send(page);
  await becomes(
    () => dialog(page).locator(".issue-summary").getByRole("listitem").allTextContents(),
    ["请输入资源编号", "请输入资源地址", "请输入空间名", "请输入accessKey", "请输入secretKey"],
  );
  await fill(page, {
    资源编号: "MINIO",
    资源地址: "http://10.9.8.7:9000",
    空间名: "jipei",
    accessKey: swift.accessKey,
    secretKey: "not-the-secret",
    路径前缀: "县局/附件",
  });
  assert.equal(await dialog(page).getByLabel("secretKey").getAttribute("type"), "password");
  await assertAccessible(page);
  await shot(page, "oss-form-zh");
  await send(page);
  await dialog(page).getByText("不允许访问内部网络地址：10.9.8.7").first().waitFor();
  await fill(page, { 资源地址: swift.endpoint });
  await send(page);
  await expectMessage(page, "新增成功");
  await closed(page);

  await act(page, "MINIO", "测试");
  await dialog(page).getByText("写入失败：secretKey不正确").waitFor();
  await assertAccessible(page);
  await shot(page, "oss-test-zh");
  await dialog(page).getByRole("button", { name: "取消" }).click();
  await closed(page);
  await act(page, "MINIO", "修改");
  await dialog(page).getByLabel("secretKey").waitFor();
  for (const key of ["secretKey", "accessKey"]) await becomes(() => dialog(page).getByLabel(key).inputValue(), "");
  await fill(page, { secretKey: swift.secretKey });
  await send(page);
  await expectMessage(page, "更新成功");
  await closed(page);
  await act(page, "MINIO", "测试");
  await dialog(page).getByText("测试通过").waitFor();
  await dialog(page).getByRole("button", { name: "取消" }).click();
  await closed(page);
  assert.doesNotMatch(await page.content(), new RegExp(`${swift.accessKey}|not-the-secret`));

  await act(page, "MINIO", "启用");
  await dialog(page).getByText("其中的文件仍可读取").waitFor();
  await send(page);
  await expectMessage(page, "启用成功");
  await closed(page);
  await row(page, "LOCAL").getByText("停用", { exact: true }).waitFor();
  const [before] = await product.sql<{ n: number }>(
    `select count(*)::int as n from stored_object where state = 'kept'`,
  );
  assert.ok(before && before.n > 10, "the demo has files to move");
  await act(page, "LOCAL", "迁移文件");
  await dialog(page).getByText(`将其中的${before.n}个文件`).waitFor();
  await dialog(page).getByLabel("核对无误后删除原文件").check();
  await assertAccessible(page);
  await send(page);
  await expectMessage(page, "迁移已开始");
  await page.getByText("迁移文件：LOCAL → MINIO").waitFor();
  await shot(page, "oss-copy-zh");
  await expectMessage(page, `已迁移${before.n}个文件`, 300_000);
  await page.locator(".job-list").getByText("已完成").waitFor();
  assert.deepEqual(await product.sql(`select done, total from job where kind = 'files.copy'`), [
    { done: before.n, total: before.n },
  ]);
  await page.keyboard.press("Escape");
  await row(page, "MINIO").getByText(String(before.n), { exact: true }).waitFor();
  await becomes(
    () =>
      product.sql(
        `select p.oss_code, o.state, count(*)::int as n from stored_object o join storage_provider p on p.id = o.provider_id group by 1, 2`,
      ),
    [{ oss_code: "MINIO", state: "kept", n: before.n }],
  );
  await shot(page, "oss-moved-zh");

  const small = await product.as("admin", { path: "/resource/oss", language: "en", size: phone });
  await small.getByText("MINIO").first().waitFor();
  await assertAccessible(small);
  await shot(small, "oss-phone-en");
  await small.getByText("LOCAL").first().click();
  await dialog(small).getByText("Local", { exact: true }).first().waitFor();
  await assertAccessible(small);
});

test("attachments are found by name and place, previewed and downloaded from where they are now", async () => {
  const page = await product.as("admin", { path: "/resource/attach" });
  await row(page, "MINIO").waitFor();
  await assertAccessible(page);
  await shot(page, "attach-list-zh");
  const [plan] = await product.sql<{ file_name: string; n: number }>(
    `select file_name, count(*)::int as n from attachment where is_deleted = 0 and biz_type = 'TrainingClass' group by 1 order by 2 desc limit 1`,
  );
  assert.ok(plan);
  await pane(page).locator(".search-bar").getByLabel("文件名").fill(plan.file_name);
  await choose(page, "所属业务", "培训班级", pane(page).locator(".search-bar"));
  await pane(page).getByRole("button", { name: "查询" }).click();
  await pane(page)
    .getByText(new RegExp(`共\\s*${plan.n}\\s*条`))
    .waitFor();
  const [fetched] = await Promise.all([page.waitForEvent("download"), act(page, plan.file_name, "下载")]);
  assert.equal(fetched.suggestedFilename(), plan.file_name);
  await act(page, plan.file_name, "查看");
  await dialog(page).getByText("SHA-256").or(dialog(page).getByText("摘要")).first().waitFor();
  await dialog(page).getByText(/KB/).first().waitFor();
  await assertAccessible(page);
  await shot(page, "attach-view-zh");
  await page.keyboard.press("Escape");
  await closed(page);
  const english = await product.as("admin", { path: "/resource/attach", language: "en" });
  await row(english, "MINIO").waitFor();
  await shot(english, "attach-list-en");
  const small = await product.as("admin", { path: "/resource/attach", language: "en", size: phone });
  await small.locator(".list-card").first().waitFor();
  await assertAccessible(small);
  await shot(small, "attach-phone-en");
});
