import { Suspense, useState } from "react";
import { ActionButtons } from "../../core/crud/row-actions.tsx";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { useTexts } from "../texts.ts";
import type { WholeClaim } from "./claim-calls.ts";
import "../subsidies.css";

const PrintClaim = lazyPart(() => import("./claim-print.tsx").then(({ PrintClaim }) => PrintClaim));

export type ClaimForm = "claim" | "certificates";

/** Prints the claim and the list of its certificates, which are signed and handed in with it. @param unsaved entries that would not be printed */
export function ClaimForms({ claim, unsaved = false }: { claim: WholeClaim; unsaved?: boolean }) {
  const t = useTexts();
  const [printing, setPrinting] = useState<ClaimForm | null>(null);
  // An advance, and training before the job, have no certificates.
  const forms: ClaimForm[] = claim.detailList.some(({ certNo }) => certNo !== null)
    ? ["claim", "certificates"]
    : ["claim"];
  return (
    <div className="toolbar claim-forms">
      <ActionButtons
        primary={false}
        actions={forms.map((form) => ({
          key: form,
          label: t(`print.now.${form}`),
          disabled: unsaved ? t("claim.saveFirst") : null,
          run: () => setPrinting(form),
        }))}
      />
      {printing && (
        <Suspense fallback={null}>
          <PrintClaim claim={claim} form={printing} onDone={() => setPrinting(null)} />
        </Suspense>
      )}
    </div>
  );
}
