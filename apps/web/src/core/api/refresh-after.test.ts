import assert from "node:assert/strict";
import { test } from "node:test";
import { ownIdentities, finishLink } from "@jipei/contract/auth/third-party.ts";
import { QueryObserver } from "@tanstack/react-query";
import { queryClient } from "./query-client.ts";
import { refreshAfter } from "./refresh-after.ts";

/** A server whose answers arrive when the test lets them. */
function server() {
  let value = "old";
  const answers: (() => void)[] = [];
  const read = () => {
    const answer = value;
    return new Promise<string>((resolve) => answers.push(() => resolve(answer)));
  };
  return { read, answers, change: () => void (value = "new") };
}

for (const [what, path] of [
  ["of the same resource", ownIdentities.path],
  ["of another resource", "/api/blade-notice/notice/list"],
] as const)
  test(`refreshAfter: a first answer ${what} that was read before a change, and arrives after it, is not kept`, async (context) => {
    const { read, answers, change } = server();
    const observer = new QueryObserver(queryClient, { queryKey: [path, what], queryFn: read, staleTime: 30_000 });
    const stop = observer.subscribe(() => undefined);
    context.after(() => {
      stop();
      queryClient.clear();
    });
    change();
    const refreshed = refreshAfter(finishLink);
    await new Promise(setImmediate);
    for (const answer of answers) answer();
    await refreshed;
    assert.equal(observer.getCurrentResult().data, "new");
  });
