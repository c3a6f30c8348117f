import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { FileList } from "../../core/files/file-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { WholeClaim } from "../claims/claim-calls.ts";

/** What a recovery rests on; nothing of claims that were not recovered. */
export function RecoveryDecision({ claim: { recoveryList } }: { claim: WholeClaim }) {
  const label = useLabel();
  if (!recoveryList?.length) return null;
  return (
    <>
      <h3>{label(SubsidyApplication.fields.recoveryList)}</h3>
      <FileList files={recoveryList} />
    </>
  );
}
