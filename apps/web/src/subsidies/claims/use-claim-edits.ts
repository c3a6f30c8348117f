import { useRef, useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { type RowDrafts, useDirtyRows } from "../../core/form/row-drafts.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import type { ClaimLine, WholeClaim } from "./claim-calls.ts";
import type { ClaimSide, Edit } from "./claim-side.ts";

/** What an applicant changes in a line. */
export type Amount = Pick<ClaimLine, "applyAmount">;

/**
 * What an applicant does with a claim: saving amounts and files, taking lines out, submitting.
 * @returns `dialogs` have to be on the page
 */
export function useClaimEdits(
  claim: WholeClaim,
  amounts: RowDrafts<Amount>,
  save: ReturnType<ClaimSide["useSave"]>,
  editable: boolean,
) {
  const t = useTexts();
  const core = useCoreTexts();
  const [refused, setRefused] = useState<CallError | null>(null);
  const { side } = claim;
  const commit = useSend(side.commit, { silent: true });
  const recall = useSend(side.recall);
  const dirty = useDirtyRows(amounts);
  useDirtyGuard(dirty);
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const onError = (error: unknown) => error instanceof CallError && setRefused(error);

  // Amounts typed meanwhile are saved with every save.
  const getEdit = (head: Partial<Edit["head"]> = {}): Edit => ({
    head: { id: claim.id, version: claim.version, ...head },
    lines: amounts.changes().filter(({ id }) => names.has(id)),
  });
  const send = (head?: Partial<Edit["head"]>) => {
    setRefused(null);
    const sent = amounts.all;
    const saved = () => {
      amounts.settle(sent);
      notify("success", core("common.saved"));
    };
    save.save(getEdit(head), { onSuccess: saved, onError });
  };
  const submit = () => {
    setRefused(null);
    const takeBack = () => recall.mutate({ ids: claim.id });
    commit.mutate({ ids: claim.id }, { onSuccess: () => notify("success", t("claim.submitted"), takeBack), onError });
  };
  const sentByRemoval = useRef(amounts.all);
  const removal = useRemove(
    editable ? side.save : undefined,
    (line: ClaimLine) => line.name ?? "",
    () => amounts.settle(sentByRemoval.current),
    (lines) => {
      sentByRemoval.current = amounts.all;
      return side.getInput({ ...getEdit(), removed: lines.map((line) => ({ detailId: line.id })) });
    },
  );
  return {
    dirty,
    refused,
    saving: save.busy,
    submitting: commit.isPending,
    save: () => send(),
    saveFiles: (ids: string[]) => send({ attachmentList: ids }),
    submit,
    remove: (line: ClaimLine) => removal.ask([line]),
    nameOf: (id: string) => names.get(id) ?? null,
    dialogs: removal.dialogs,
  };
}
