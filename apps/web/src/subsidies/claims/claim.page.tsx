import { claimCommit, claimDetail, claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import type { SubsidyLineRow } from "@jipei/contract/subsidies/subsidy-line.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { lineStatus } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { Alert, Button, Input, Table } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { CallError } from "../../core/api/call-error.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { FileList } from "../../core/files/file-list.tsx";
import { plainNumber } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Money } from "../../core/format/money.tsx";
import { notify } from "../../core/ui/notify.ts";
import { RowDrafts, useDirtyRows, useRowDraft } from "../../core/form/row-drafts.ts";
import { can } from "../../core/session/session.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { UploadDialog } from "../../core/files/upload-dialog.tsx";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { claimHistory } from "./claim-calls.ts";
import type { WholeClaim } from "./claim-calls.ts";
import { ClaimHeader } from "./claim-header.tsx";
import { FormulaText } from "../review/formula.tsx";
import { Payable } from "../payment/payable.tsx";
import { RecoveryDecision } from "../payment/recovery-decision.tsx";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

/** A claim as its applicant edits it, and later follows it. */
export default function ClaimPage() {
  const { id = "" } = useParams();
  const found = useCall(claimDetail, { id });
  const claim = found.data as WholeClaim | undefined;
  // Outlives the version that it was typed over: after another user's change it shows that change, and the own entries stay.
  const [amounts] = useState(() => new RowDrafts<Amount>());
  const save = useSave();
  useTabTitle(claim?.applyNo ?? claim?.className ?? undefined);
  if (!claim) return <Unanswered queries={[found]} />;
  return (
    <Claim key={claim.version} claim={claim} amounts={amounts} save={save} onReload={() => void found.refetch()} />
  );
}

const useSave = () => useSend(claimSave, { silent: true });

interface ClaimProps {
  claim: WholeClaim;
  /** Unsaved amounts. */
  amounts: RowDrafts<Amount>;
  /** Of the page: what comes after saving happens though a new version is shown by then. */
  save: ReturnType<typeof useSave>;
  onReload: () => void;
}

/** Keyed by the version: a refusal belongs to the version that was read. */
function Claim({ claim, amounts, save, onReload }: ClaimProps) {
  const t = useTexts();
  const core = useCoreTexts();
  const [uploading, setUploading] = useState(false);
  const [refused, setRefused] = useState<CallError | null>(null);
  const commit = useSend(claimCommit, { silent: true });
  const editable = (claim.status === "unSubmit" || claim.status === "back") && can("subsidy_apply_edit");
  const dirty = useDirtyRows(amounts);
  useDirtyGuard(dirty);
  const names = new Map(claim.detailList.map((line) => [line.id, line.name ?? ""]));
  const onError = (error: unknown) => error instanceof CallError && setRefused(error);

  // Amounts typed meanwhile are saved with every save.
  const findBody = (head: object = {}) => ({
    subsidyApplyDTO: { id: claim.id, version: claim.version, ...head },
    subsidyApplyDetailDTO: amounts.changes().filter(({ id }) => names.has(id)),
  });
  const saved = () => {
    amounts.clear();
    notify("success", core("common.saved"));
  };
  const send = (head?: object) => {
    setRefused(null);
    save.mutate(findBody(head), { onSuccess: saved, onError });
  };
  const removal = useRemove(
    editable ? claimSave : undefined,
    (line: SubsidyLineRow) => line.name ?? "",
    () => amounts.clear(),
    (lines) => ({ ...findBody(), delSubsidyApplyDetailDTO: lines.map((line) => ({ detailId: line.id })) }),
  );
  const submit = () => {
    setRefused(null);
    commit.mutate({ ids: claim.id }, { onSuccess: () => notify("success", t("claim.submitted")), onError });
  };

  return (
    <div className="page">
      <ClaimHeader
        claim={claim}
        actions={
          editable && (
            <>
              {dirty && (
                <Button onClick={() => send()} loading={save.isPending}>
                  {core("common.save")}
                </Button>
              )}
              {can("subsidy_apply_commit") && (
                <Button type="primary" onClick={submit} loading={commit.isPending} disabled={dirty}>
                  {t("claim.submit")}
                </Button>
              )}
            </>
          )
        }
      />
      {claim.status === "back" && claim.backReason && (
        <Alert type="warning" showIcon title={core("common.returned", { reason: claim.backReason })} />
      )}
      {refused?.errorCode === "VERSION_CONFLICT" ? (
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
      ) : (
        refused && <FailureList error={refused} titleOf={(id) => names.get(id) ?? null} />
      )}
      <section className="claim-section" aria-labelledby="documents">
        <h2 id="documents">{t("claim.documents")}</h2>
        <FileList files={claim.attachmentList} />
        <RecoveryDecision claim={claim} />
        {editable && <Button onClick={() => setUploading(true)}>{t("claim.upload")}</Button>}
        <UploadDialog
          open={uploading}
          value={claim.attachmentList}
          onClose={() => setUploading(false)}
          onSubmit={(files) => send({ attachmentList: files.map((file) => file.attId) })}
        />
      </section>
      <section className="claim-section" aria-labelledby="rows">
        <h2 id="rows">{t("claim.rows")}</h2>
        <Rows claim={claim} editable={editable} amounts={amounts} onRemove={(line) => removal.ask([line])} />
        {removal.dialogs}
      </section>
      <section className="claim-section" aria-labelledby="history">
        <h2 id="history">{core("audit.title")}</h2>
        <AuditList records={claim.auditList} machine={claimHistory} />
      </section>
    </div>
  );
}

type Amount = Pick<SubsidyLineRow, "applyAmount">;

interface RowsProps {
  claim: WholeClaim;
  editable: boolean;
  amounts: RowDrafts<Amount>;
  onRemove: (line: SubsidyLineRow) => void;
}
function Rows({ claim, editable, amounts, onRemove }: RowsProps) {
  const t = useTexts();
  const { fields } = useClaimFields();
  return (
    <Table<SubsidyLineRow>
      size="small"
      rowKey="id"
      dataSource={claim.detailList}
      pagination={false}
      scroll={{ x: 1180, ...(claim.detailList.length > 100 ? { y: 520 } : {}) }}
      virtual={claim.detailList.length > 100}
      columns={[
        { title: fields("name"), dataIndex: "name", width: 90, fixed: "left" },
        { title: fields("idNumber"), dataIndex: "idNumber", width: 184 },
        { title: fields("certNo"), dataIndex: "certNo", width: 216 },
        { title: fields("attendanceRate"), dataIndex: "attendanceRate", width: 112, align: "right" },
        {
          title: fields("payableAmount"),
          width: 150,
          align: "right",
          render: (_, line) => (
            <>
              <FormulaText steps={line.formula} blocked={line.trialResult === "3"} /> <Payable line={line} />
            </>
          ),
        },
        {
          title: fields("applyAmount"),
          width: 130,
          align: "right",
          render: (_, line) =>
            editable ? <AmountInput amounts={amounts} line={line} /> : <Money value={line.applyAmount} />,
        },
        {
          title: fields("approvedAmount"),
          width: 110,
          align: "right",
          render: (_, line) => <Money value={line.approvedAmount} />,
        },
        {
          title: fields("detailStatus"),
          width: 100,
          render: (_, line) => <StatusTag codes={lineStatus} value={line.detailStatus} />,
        },
        { title: fields("unApproveReason"), dataIndex: "unApproveReason", width: 160 },
        ...(editable
          ? [
              {
                title: "",
                width: 80,
                fixed: "right" as const,
                render: (_: unknown, line: SubsidyLineRow) => (
                  <button type="button" className="link-button danger" onClick={() => onRemove(line)}>
                    {t("claim.remove")}
                  </button>
                ),
              },
            ]
          : []),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={4}>
            {t("claim.people", { n: claim.personCount ?? 0 })}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={4} />
          <Table.Summary.Cell index={5} align="right">
            <Money value={claim.applyAmount} strong />
          </Table.Summary.Cell>
          <Table.Summary.Cell index={6} align="right">
            <Money value={claim.approvedAmount} strong />
          </Table.Summary.Cell>
          <Table.Summary.Cell index={7} colSpan={editable ? 3 : 2} />
        </Table.Summary.Row>
      )}
    />
  );
}

function AmountInput({ amounts, line }: { amounts: RowDrafts<Amount>; line: SubsidyLineRow }) {
  const t = useTexts();
  const { fields } = useClaimFields();
  const value = useRowDraft(amounts, line.id)?.applyAmount ?? line.applyAmount;
  const change = (applyAmount: string) =>
    applyAmount === line.applyAmount ? amounts.drop(line.id) : amounts.edit(line.id, { applyAmount });
  return (
    <Input
      aria-label={`${fields("applyAmount")} ${line.name}`}
      className="numeric"
      value={value}
      status={Number(value) > Number(line.payableAmount) ? "error" : undefined}
      title={t("claim.amountHint")}
      inputMode="decimal"
      onChange={({ target }) => change(plainNumber(target.value))}
    />
  );
}

/** Labels of a claim row. */
function useClaimFields() {
  const label = useLabel();
  return { fields: (name: keyof typeof SubsidyLine.fields) => label(SubsidyLine.fields[name]) };
}
