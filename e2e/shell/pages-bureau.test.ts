import { after, before } from "node:test";
import { Product } from "../harness.ts";
import { testEveryPage } from "./every-page.ts";

let product: Product;
before(async () => {
  product = await Product.start();
});
after(() => product?.close());

for (const account of ["clerk", "second"]) testEveryPage(() => product, account);
