import { assertAccessible } from "../axe.ts";
import type { Product } from "../harness.ts";
import { test } from "../stage.ts";
import { Story, type StorySide } from "./story.ts";
import type { Language } from "./words.ts";

export type Chapter = readonly [name: string, play: (story: Story) => Promise<void>];

/** Declares a story as tests, in a file of its own for each language, so that both run at the same time. */
export function tellStory(name: string, language: Language, side: StorySide, chapters: readonly Chapter[]): void {
  test.describe(`${name}, ${language}`, () => {
    // Each chapter continues from the ones before it.
    test.describe.configure({ mode: "serial" });
    let product: Product;
    let story: Story;
    test.beforeAll(async ({ stage }) => {
      product = await stage.start();
      story = new Story(product, language, side);
    });
    test.afterAll(() => product?.close());

    test("login and home pass axe", async () => {
      const page = await product.newPage({ language });
      await page.goto("/login");
      await page.locator("[name=account]").waitFor();
      await assertAccessible(page);
      for (const account of ["clerk", side.owner] as const) await assertAccessible((await story.at(account)).page);
    });

    for (const [title, play] of chapters) test(title, () => play(story));
  });
}
