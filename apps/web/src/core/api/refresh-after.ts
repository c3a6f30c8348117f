import type { Call } from "@jipei/contract/core/call.ts";
import { queryClient } from "./query-client.ts";

/**
 * Marks all answers as stale and fetches again those of the call's resource and summaries; `also` names further calls on screen.
 * What is still being fetched may have been read before the change, so it is fetched again too.
 */
export async function refreshAfter(call: Call, also: readonly Call[] = []): Promise<void> {
  const resources = [call, ...also].map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  const affected = queryClient.getQueryCache().findAll({
    type: "active",
    predicate: ({ queryKey: [path], meta, state }) =>
      state.fetchStatus === "fetching" ||
      meta?.["summary"] === true ||
      resources.some((resource) => String(path).startsWith(resource)),
  });
  await queryClient.invalidateQueries({ refetchType: "none" });
  // The library would wait for a first fetch that is on its way, and take its answer for the new one.
  for (const query of affected) if (query.state.data === undefined) void query.cancel({ silent: true });
  await queryClient.refetchQueries({ type: "active", predicate: (query) => affected.includes(query) });
}
