import assert from "node:assert/strict";
import { png } from "../files.ts";
import { press, expectMessage } from "../acts.ts";
import { assertAccessible } from "../axe.ts";
import { type Product, open } from "../harness.ts";
import { test } from "../stage.ts";

let product: Product;
test.beforeAll(async ({ stage }) => {
  product = await stage.start();
});
test.afterAll(() => product?.close());

/** A PDF without a page. */
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

/** A subsidy document of the clerk with these files. */
async function documentWith(files: readonly [name: string, bytes: Buffer][]): Promise<void> {
  const [course] = await product.sql<{ id: string }>(
    "select id::text from course where is_deleted = 0 order by id limit 1",
  );
  const token = await product.getToken("clerk");
  const post = async (path: string, body: FormData | string, headers: Record<string, string> = {}) => {
    const answer = (await (
      await fetch(product.url + path, { method: "POST", headers: { Token: token, ...headers }, body })
    ).json()) as { code: number; data: { id: string } };
    assert.equal(answer.code, 200, JSON.stringify(answer));
    return answer.data;
  };
  const attachmentList = [];
  for (const [name, bytes] of files) {
    const form = new FormData();
    form.append("kind", "any");
    form.append("file", new Blob([new Uint8Array(bytes)]), name);
    attachmentList.push({ attId: (await post("/api/zjgrsj-file/oss/endpoint/put-file-attach", form)).id });
  }
  const courseSubsidyFileDTO = {
    courseId: course?.id,
    fileNo: "测〔2026〕1号",
    fileTitle: "预览测试文件",
    issueOrg: "测试局",
    issueDate: "2026-01-01",
    effectDate: "2026-01-01",
    attachmentList,
  };
  await post(
    "/api/zjgrsj-train/trainingManagement/course_subsidy_file/submit",
    JSON.stringify({ courseSubsidyFileDTO }),
    { "Content-Type": "application/json" },
  );
}

test("pictures and text are previewed; a PDF without pages and other files are offered for download", async () => {
  const page = await product.as("clerk");
  await documentWith([
    ["图.png", png],
    ["空.pdf", pdf],
    ["表.csv", Buffer.from([0xd0, 0xd5, 0xc3, 0xfb])],
    [
      "包.zip",
      Buffer.from(
        "UEsDBBQAAAAAAAAAIVxDvrfoAQAAAAEAAAAFAAAAYS50eHRhUEsBAhQDFAAAAAAAAAAhXEO+t+gBAAAAAQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAACQAAAAAAA==",
        "base64",
      ),
    ],
  ]);
  await open(page, "/basics/courseSubsidyFile");
  await page
    .getByRole("button", { name: "预览测试文件" })
    .or(page.getByRole("link", { name: "预览测试文件" }))
    .first()
    .click();
  const preview = async (name: string) => {
    await page.getByRole("button", { name: `预览 ${name}` }).click();
    return page.getByRole("dialog").filter({ has: page.locator(".preview") });
  };
  const picture = await preview("图.png");
  await picture.getByRole("img", { name: "图.png" }).waitFor();
  assert.equal(
    await picture.locator("img").evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    1,
  );
  await assertAccessible(page);
  await press(page, "Escape", picture);
  await picture.waitFor({ state: "hidden" });

  const text = await preview("表.csv");
  await text.getByText("姓名").waitFor();
  await press(page, "Escape", text);
  await text.waitFor({ state: "hidden" });
  // The focus goes back to what opened the dialog; until then the next one could lose it.
  await page.locator('button:focus[aria-label="预览 表.csv"]').waitFor();

  const paper = await preview("空.pdf");
  await paper.getByText("该文件无法预览，请下载查看").waitFor();
  await press(page, "Escape", paper);
  await paper.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "预览 包.zip" }).click();
  await expectMessage(page, "该文件无法预览，请下载查看");
});
