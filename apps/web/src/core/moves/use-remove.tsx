import type { Call } from "@jipei/contract/core/call.ts";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { notify } from "../ui/notify.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { useTexts } from "../i18n/core-texts.ts";

const RemoveQuestion = lazyPart(() => import("./remove-question.tsx").then(({ RemoveQuestion }) => RemoveQuestion));

/** Deletes rows after a question. Mount `dialogs` once. */
export function useRemove<R extends object>(
  call: Call | undefined,
  titleOf: (row: R) => string,
  onDone: () => void,
  inputOf?: (rows: readonly R[]) => object,
): { ask: (rows: readonly R[]) => void; dialogs: ReactNode } {
  const t = useTexts();
  const [asked, setAsked] = useState<readonly R[] | null>(null);
  const ask = (rows: readonly R[]) => (rows.length === 0 ? notify("warning", t("remove.nothing")) : setAsked(rows));
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
