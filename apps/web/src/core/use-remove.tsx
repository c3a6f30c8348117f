import type { Call } from "@jipei/contract/core/call.ts";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Values } from "./form-values.ts";
import { notify } from "./notify.ts";
import type { AnyRow } from "./ref-select.tsx";
import { useTexts } from "./texts.ts";

const RemoveQuestion = lazy(() => import("./remove-question.tsx"));

/** Deletes rows after a question. Mount `dialogs` once. */
export function useRemove(
  call: Call<never, unknown> | Call | undefined,
  titleOf: (row: AnyRow) => string,
  onDone: () => void,
  inputOf?: (rows: readonly AnyRow[]) => Values,
): { ask: (rows: readonly AnyRow[]) => void; dialogs: ReactNode } {
  const t = useTexts();
  const [asked, setAsked] = useState<readonly AnyRow[] | null>(null);
  const ask = (rows: readonly AnyRow[]) =>
    rows.length === 0 ? notify("warning", t("remove.nothing")) : setAsked(rows);
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
