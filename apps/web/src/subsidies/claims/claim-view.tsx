import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { Alert, Button } from "antd";
import { useState } from "react";
import { ActionButtons } from "../../core/crud/row-actions.tsx";
import { Mending } from "../../core/dialog/mending.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { FileList } from "../../core/files/file-list.tsx";
import { UploadDialog } from "../../core/files/upload-dialog.tsx";
import { RowDrafts } from "../../core/form/row-drafts.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { can } from "../../core/session/session.ts";
import { PaymentLedger } from "../payment/payment-ledger.tsx";
import { useTexts } from "../texts.ts";
import { claimHistory } from "./claim-calls.ts";
import type { WholeClaim } from "./claim-calls.ts";
import { ClaimForms } from "./claim-forms.tsx";
import { ClaimHeader } from "./claim-header.tsx";
import { ClaimLines } from "./claim-lines.tsx";
import type { ClaimSide } from "./claim-side.ts";
import { type Amount, useClaimEdits } from "./use-claim-edits.ts";
import "../subsidies.css";

interface ViewProps {
  claim: WholeClaim;
  onReload: () => void;
}

/** A claim of either side as its applicant edits it, and later follows it. */
export function ClaimView({ claim, onReload }: ViewProps) {
  // Outlives the version that it was typed over: after another user's change it shows that change, and the own entries stay.
  const [amounts] = useState(() => new RowDrafts<Amount>());
  // What comes after a save happens though a new version of the claim is shown by then.
  const save = claim.side.useSave();
  useTabTitle(claim.applyNo ?? claim.className ?? undefined);
  return <Claim key={claim.version} claim={claim} amounts={amounts} save={save} onReload={onReload} />;
}

interface ClaimProps extends ViewProps {
  /** Unsaved amounts. */
  amounts: RowDrafts<Amount>;
  save: ReturnType<ClaimSide["useSave"]>;
}

/** Keyed by the version: a refusal belongs to the version that was read. */
function Claim({ claim, amounts, save, onReload }: ClaimProps) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const { side } = claim;
  const editable = leadsFrom(side.machine, "commit", claim.status) && can(`${side.resource}_edit`);
  const edits = useClaimEdits(claim, amounts, save, editable);
  const [uploading, setUploading] = useState(false);
  return (
    <Mending
      value={{ claimFiles: () => setUploading(true), roster: `${side.getClassPage(claim.classId)}?section=roster` }}
    >
      <div className="page">
        <ClaimHeader
          claim={claim}
          actions={
            editable ? (
              <ClaimActions side={side} edits={edits} />
            ) : (
              <StatusActions
                machine={side.machine}
                moves={{ recall: { call: side.recall, hidden: true } }}
                entity={side.entity}
                row={claim}
              />
            )
          }
        />
        {claim.status === "back" && claim.backReason && (
          <Alert type="warning" showIcon title={core("common.returned", { reason: claim.backReason })} />
        )}
        <Refused edits={edits} onReload={onReload} />
        <section className="claim-section" aria-labelledby="documents">
          <h2 id="documents">{t("claim.documents")}</h2>
          <FileList files={claim.attachmentList} />
          {claim.missingDocuments.length > 0 && (
            <p className="claim-missing">
              {t("claim.missing", { names: claim.missingDocuments.map(label).join(label(["、", ", "])) })}
            </p>
          )}
          <ClaimForms claim={claim} unsaved={edits.dirty} />
          <PaymentLedger claim={claim} />
          {editable && <UploadFiles claim={claim} open={uploading} onOpen={setUploading} onSubmit={edits.saveFiles} />}
        </section>
        <section className="claim-section" aria-labelledby="rows">
          <h2 id="rows">{t("claim.rows")}</h2>
          <ClaimLines
            claim={claim}
            editable={editable}
            amounts={amounts}
            saving={edits.saving}
            onRemove={edits.remove}
          />
          {edits.dialogs}
        </section>
        <section className="claim-section" aria-labelledby="history">
          <h2 id="history">{core("audit.title")}</h2>
          <AuditList records={claim.auditList} machine={claimHistory} />
        </section>
      </div>
    </Mending>
  );
}

type Edits = ReturnType<typeof useClaimEdits>;

function ClaimActions({ side, edits }: { side: ClaimSide; edits: Edits }) {
  const t = useTexts();
  const core = useCoreTexts();
  return (
    <>
      {edits.dirty && (
        <Button onClick={edits.save} loading={edits.saving}>
          {core("common.save")}
        </Button>
      )}
      {can(`${side.resource}_commit`) && (
        <ActionButtons
          busy={edits.submitting}
          actions={[
            {
              key: "commit",
              label: t("claim.submit"),
              disabled: edits.dirty ? t("claim.saveFirst") : null,
              run: edits.submit,
            },
          ]}
        />
      )}
    </>
  );
}

/** Why saving or submitting was refused; after another user's change the newest version can be loaded. */
function Refused({ edits, onReload }: { edits: Edits; onReload: () => void }) {
  const core = useCoreTexts();
  if (!edits.refused) return null;
  if (edits.refused.errorCode !== "VERSION_CONFLICT")
    return <FailureList error={edits.refused} titleOf={edits.nameOf} />;
  return (
    <Alert
      type="warning"
      showIcon
      title={core("form.conflict")}
      action={
        <Button size="small" onClick={onReload}>
          {core("form.reload")}
        </Button>
      }
    />
  );
}

interface UploadProps {
  claim: WholeClaim;
  open: boolean;
  onOpen: (open: boolean) => void;
  onSubmit: (ids: string[]) => void;
}

function UploadFiles({ claim, open, onOpen, onSubmit }: UploadProps) {
  const t = useTexts();
  return (
    <>
      <Button onClick={() => onOpen(true)}>{t("claim.upload")}</Button>
      <UploadDialog
        open={open}
        value={claim.attachmentList}
        onClose={() => onOpen(false)}
        onSubmit={(files) => onSubmit(files.map((file) => file.attId))}
      />
    </>
  );
}
