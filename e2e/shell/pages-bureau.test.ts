import type { Product } from "../harness.ts";
import { test } from "../stage.ts";
import { testEveryPage } from "./every-page.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

testEveryPage(() => product, "clerk", { except: ["admin"] });
testEveryPage(() => product, "finance", { except: ["admin", "clerk"] });
testEveryPage(() => product, "second", { except: ["admin", "clerk", "finance"] });
