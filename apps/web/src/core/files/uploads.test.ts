import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { networkError } from "../api/call-error.ts";
import { Uploads } from "./uploads.ts";

/** A server that answers when the test lets it. */
function server() {
  const waiting: { answer: (file: FileItem) => void; fail: (error: Error) => void }[] = [];
  const send = (_file: File, _kind: string, _share: unknown, signal?: AbortSignal) =>
    new Promise<FileItem>((answer, fail) => {
      waiting.push({ answer, fail });
      signal?.addEventListener("abort", () => fail(networkError()));
    });
  return { waiting, send };
}
const file = (name: string) => new File(["x"], name);
const stored = (attId: string): FileItem => ({
  attId,
  fileName: `${attId}.pdf`,
  fileType: "pdf",
  fileSize: 1,
  attLink: `/files/${attId}`,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("Uploads", () => {
  it("sends one file after the other, and adds each to the list as it arrives", async () => {
    const { waiting, send } = server();
    const uploads = new Uploads("any", [stored("1")], send);
    let arrived = 0;
    uploads.add([file("a.pdf"), file("b.pdf")], () => arrived++);
    await settled();
    assert.deepEqual([waiting.length, uploads.isSending()], [1, true]);
    waiting[0]?.answer(stored("2"));
    await settled();
    waiting[1]?.answer(stored("3"));
    await settled();
    const { files, sending } = uploads.getView();
    assert.deepEqual([files.map(({ attId }) => attId), sending, arrived], [["1", "2", "3"], [], 2]);
    assert.equal(uploads.isSending(), false);
  });

  it("keeps a file that failed with its reason, to be sent again", async () => {
    const { waiting, send } = server();
    const uploads = new Uploads("any", [], send);
    uploads.add([file("a.pdf")], () => undefined);
    await settled();
    waiting[0]?.fail(networkError());
    await settled();
    const [failed] = uploads.getView().sending;
    assert.ok(failed?.issue && failed.retryable && !uploads.isSending());
    uploads.retry(failed, () => undefined);
    await settled();
    assert.equal(uploads.isSending(), true);
    waiting[1]?.answer(stored("1"));
    await settled();
    assert.deepEqual(uploads.getView().sending, []);
  });

  it("refuses at once what breaks a rule, and sends the others", async () => {
    const { waiting, send } = server();
    const uploads = new Uploads("pic", [], send);
    uploads.add([file("a.exe"), file("b.png")], () => undefined);
    await settled();
    assert.equal(waiting.length, 1);
    assert.deepEqual(
      uploads.getView().sending.map(({ issue, retryable }) => [issue !== null, retryable]),
      [
        [true, false],
        [false, false],
      ],
    );
  });

  it("sends nothing more once it is stopped", async () => {
    const { waiting, send } = server();
    const uploads = new Uploads("any", [], send);
    uploads.add([file("a.pdf"), file("b.pdf")], () => undefined);
    await settled();
    uploads.stop();
    await settled();
    assert.deepEqual([waiting.length, uploads.getView().files], [1, []]);
  });
});
