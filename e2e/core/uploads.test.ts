import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { closed, dialog, expectMessage, send } from "../acts.ts";
import { paper } from "../files.ts";
import { pane, type Product } from "../harness.ts";
import { test } from "../stage.ts";

/** A file of a form that takes its time, as a large one does. */

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("a form waits for its file, which goes on being sent while another tab is on screen", async () => {
  const page = await product.as("org", { path: "/my/org/info" });
  let goOn = () => {};
  await page.route(`**${putFileAttach.path}`, async (route) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    await route.continue();
  });
  await pane(page).locator(".document-set").getByRole("button", { name: "上传", exact: true }).first().click();
  const file = await paper("办学许可证（换发）.pdf");
  await dialog(page).locator("input[type=file]").setInputFiles(file);
  const progress = dialog(page).getByRole("progressbar", { name: file.name });
  await progress.waitFor();
  await send(page);
  await dialog(page).getByText("文件正在上传，传完后再保存").first().waitFor();

  const tab = (path: string) => page.locator(`.tab-bar a[href="${path}"]`);
  // The dialog is in front of the tabs; the key of the browser that leads back is not held up by it.
  await tab("/wel/index").dispatchEvent("click");
  await closed(page);
  await tab("/my/org/info").click();
  await progress.waitFor();
  await tab("/wel/index").dispatchEvent("click");
  await closed(page);
  goOn();
  await expectMessage(page, "操作成功!");
  await tab("/my/org/info").click();
  await dialog(page).getByText(file.name).waitFor();
  await send(page);
  await closed(page);
  await pane(page).locator(".document-set").getByText(file.name).waitFor();
});
