import { after, before } from "node:test";
import { Product } from "../harness.ts";
import { testEveryPage } from "./every-page.ts";

let product: Product;
before(async () => {
  product = await Product.start();
});
after(() => product?.close());

testEveryPage(() => product, "admin", false, true);
testEveryPage(() => product, "admin", true);
