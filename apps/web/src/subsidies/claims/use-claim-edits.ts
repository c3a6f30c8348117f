import type { InputOf } from "@jipei/contract/core/call.ts";
import { claimCommit, claimRecall, claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { type RowDrafts, useDirtyRows } from "../../core/form/row-drafts.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import type { WholeClaim } from "./claim-calls.ts";

/** What an applicant changes in the claim itself. */
type Head = Partial<InputOf<typeof claimSave>["subsidyApplyDTO"]>;
/** What an applicant changes in a line. */
export type Amount = Pick<SubsidyLineRow, "applyAmount">;

/** Saving for a whole page: what comes after it happens though a new version of the claim is shown by then. */
export const useClaimSave = () => useSend(claimSave, { silent: true });

/**
 * What an applicant does with a claim: saving amounts and files, taking lines out, submitting.
 * @returns `dialogs` have to be on the page
 */
export function useClaimEdits(
  claim: WholeClaim,
  amounts: RowDrafts<Amount>,
  save: ReturnType<typeof useClaimSave>,
  editable: boolean,
) {
  const t = useTexts();
  const core = useCoreTexts();
  const [refused, setRefused] = useState<CallError | null>(null);
  const commit = useSend(claimCommit, { silent: true });
  const recall = useSend(claimRecall);
  const dirty = useDirtyRows(amounts);
  useDirtyGuard(dirty);
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const onError = (error: unknown) => error instanceof CallError && setRefused(error);

  // Amounts typed meanwhile are saved with every save.
  const findBody = (head: Head = {}) => ({
    subsidyApplyDTO: { id: claim.id, version: claim.version, ...head },
    subsidyApplyDetailDTO: amounts.changes().filter(({ id }) => names.has(id)),
  });
  const saved = () => {
    amounts.clear();
    notify("success", core("common.saved"));
  };
  const send = (head?: Head) => {
    setRefused(null);
    save.mutate(findBody(head), { onSuccess: saved, onError });
  };
  const submit = () => {
    setRefused(null);
    const takeBack = () => recall.mutate({ ids: claim.id });
    commit.mutate({ ids: claim.id }, { onSuccess: () => notify("success", t("claim.submitted"), takeBack), onError });
  };
  const removal = useRemove(
    editable ? claimSave : undefined,
    (line: SubsidyLineRow) => line.name ?? "",
    () => amounts.clear(),
    (lines) => ({ ...findBody(), delSubsidyApplyDetailDTO: lines.map((line) => ({ detailId: line.id })) }),
  );
  return {
    dirty,
    refused,
    saving: save.isPending,
    submitting: commit.isPending,
    save: () => send(),
    saveFiles: (ids: string[]) => send({ attachmentList: ids }),
    submit,
    remove: (line: SubsidyLineRow) => removal.ask([line]),
    nameOf: (id: string) => names.get(id) ?? null,
    dialogs: removal.dialogs,
  };
}
