import type { Call } from "@jipei/contract/core/call.ts";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { lazyPart } from "../ui/lazy-part.ts";
import { useSomeRows } from "../list/use-some-rows.ts";

const RemoveQuestion = lazyPart(() => import("./remove-question.tsx").then(({ RemoveQuestion }) => RemoveQuestion));

/** Deletes rows after a question. Mount `dialogs` once. */
export function useRemove<R extends object>(
  call: Call | undefined,
  titleOf: (row: R) => string,
  onDone: () => void,
  inputOf?: (rows: readonly R[]) => object,
): { ask: (rows: readonly R[]) => void; dialogs: ReactNode } {
  const someRows = useSomeRows();
  const [asked, setAsked] = useState<readonly R[] | null>(null);
  const ask = (rows: readonly R[]) => someRows(rows, setAsked);
  const dialogs = call && asked && (
    <Suspense fallback={null}>
      <RemoveQuestion
        call={call}
        rows={asked}
        titleOf={titleOf}
        inputOf={inputOf}
        onDone={onDone}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  );
  return { ask, dialogs };
}
