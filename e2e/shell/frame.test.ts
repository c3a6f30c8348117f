import { becomes, assertFits } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { at, open, phone, type Product, titled } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

test("the home page passes axe in both languages, wide and on a phone", async () => {
  for (const language of ["zh", "en"] as const)
    for (const size of [undefined, phone]) {
      const page = await product.as("clerk", { language, size });
      await assertAccessible(page);
      await assertFits(page);
    }
});

test("dark as the device says or the user chooses: home, lists and a form keep their contrast; the choice is remembered", async () => {
  const page = await product.as("clerk");
  const scheme = () => page.evaluate(() => document.documentElement.style.colorScheme);
  await page.emulateMedia({ colorScheme: "dark" });
  await becomes(scheme, "dark");
  await assertAccessible(page);
  for (const path of ["/class/index", "/org/index", "/class/student"]) {
    await open(page, path);
    await quiet(page);
    await assertAccessible(page);
  }
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("radio", { name: "浅色" }).check();
  await becomes(scheme, "light");
  await page.reload();
  await becomes(scheme, "light");
});

test("the help of a page says who, what next and on what basis", async () => {
  const page = await product.as("clerk", { path: "/class/review" });
  await page.getByRole("button", { name: "本页说明" }).click();
  const help = page.getByRole("dialog");
  await help.getByText("培训科经办人、初审人员审核").waitFor();
  await help.getByText("全部学员已审核").waitFor();
  await assertAccessible(page);
});

test("the language switch changes menu, page, window title and language of the document, and is remembered", async () => {
  const page = await product.as("clerk");
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByRole("link", { name: "首页" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Home" }).waitFor();
  await titled(page, /^Home - Jipei/);
  await page.locator("html[lang=en]").waitFor();
  await page.reload();
  await page.getByRole("navigation", { name: "Main menu" }).waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  await titled(page, /^首页 - /);
});

test("the width of the window decides what the frame looks like", async () => {
  const page = await product.as("clerk");
  const frame = page.locator(".frame");
  for (const [width, kind] of [
    [1200, "3"],
    [1199, "2"],
    [992, "2"],
    [991, "1"],
    [768, "1"],
    [767, "0"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator(`.frame[data-width="${kind}"]`).waitFor();
  }
  await frame.locator(".frame-side").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.locator(".frame-side-rail").waitFor();
});

test("on a phone the menu is a drawer that closes when a page is chosen", async () => {
  const page = await product.as("clerk", { size: phone });
  await page.getByRole("button", { name: "打开菜单" }).click();
  const drawer = page.getByRole("dialog", { name: "主菜单" });
  await drawer.waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "打开菜单" }).click();
  await drawer.getByRole("link", { name: "首页" }).click();
  await drawer.waitFor({ state: "hidden" });
  await at(page, "/wel/index");
});
