import assert from "node:assert/strict";
import { assertFits } from "../acts.ts";
import { axeFindings } from "../axe.ts";
import { phone, type Product } from "../harness.ts";
import { quiet } from "../quiet.ts";
import { test } from "../stage.ts";
import { testEveryPage } from "./every-page.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

testEveryPage(() => product, "org", {});
testEveryPage(() => product, "org", { small: true, except: ["admin"] });
testEveryPage(() => product, "enterprise", { except: ["org"] });
testEveryPage(() => product, "assessor", { except: ["admin", "org"] });
testEveryPage(() => product, "student", { except: ["admin", "org"] });
testEveryPage(() => product, "student", { small: true, except: ["admin", "org"] });

test("every public page passes axe in both languages on a phone, and is reached from the login page", async () => {
  for (const language of ["zh", "en"] as const) {
    const page = await product.newPage({ language, size: phone });
    await page.goto("/login");
    await page.locator(".login-links a").first().waitFor();
    const paths = await page
      .locator(".login-links a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const path of ["/certInfo", "/certInfocy", "/pxzx"]) assert.ok(paths.includes(path), path);
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      await quiet(page);
      assert.deepEqual(await axeFindings(page), [], `${path} ${language}`);
      await assertFits(page, `${path} scrolls sideways`);
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, path);
    }
  }
});
