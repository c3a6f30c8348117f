import { lineStatus } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { Input, Table } from "antd";
import type { TableColumnsType } from "antd";
import { plainNumber } from "../../core/form/form-values.ts";
import { type RowDrafts, useRowDraft } from "../../core/form/row-drafts.ts";
import { Money } from "../../core/format/money.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { Payable } from "../payment/payable.tsx";
import { FormulaText } from "../review/evidence/formula.tsx";
import { useTexts } from "../texts.ts";
import type { ClaimLine, WholeClaim } from "./claim-calls.ts";
import type { Amount } from "./use-claim-edits.ts";

interface Props {
  claim: WholeClaim;
  editable: boolean;
  /** Unsaved amounts. */
  amounts: RowDrafts<Amount>;
  saving: boolean;
  onRemove: (line: ClaimLine) => void;
}

/** The people of a claim with their amounts; while the claim is editable, amounts can be lowered and lines taken out. */
export function ClaimLines({ claim, editable, amounts, saving, onRemove }: Props) {
  const t = useTexts();
  // What a review says is said of claims that were submitted.
  const isReviewed = claim.status !== "unSubmit";
  const reviewColumns = useReviewColumns();
  const columns = [...useColumns(editable, amounts, saving), ...(isReviewed ? reviewColumns : [])];
  const removal: TableColumnsType<ClaimLine>[number] = {
    title: "",
    width: 80,
    fixed: "right",
    render: (_, line) => (
      <button type="button" className="link-button danger" onClick={() => onRemove(line)}>
        {t("claim.remove")}
      </button>
    ),
  };
  return (
    <Table<ClaimLine>
      size="small"
      rowKey="id"
      dataSource={claim.detailList}
      pagination={false}
      scroll={{ x: isReviewed ? 1190 : 800, ...(claim.detailList.length > 100 ? { y: 520 } : {}) }}
      virtual={claim.detailList.length > 100}
      columns={editable ? [...columns, removal] : columns}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={4}>
            {t("claim.people", { n: claim.personCount ?? 0 })}
          </Table.Summary.Cell>
          <Table.Summary.Cell index={4} />
          <Table.Summary.Cell index={5} align="right">
            <Money value={claim.applyAmount} strong />
          </Table.Summary.Cell>
          {isReviewed && (
            <>
              <Table.Summary.Cell index={6} align="right">
                <Money value={claim.approvedAmount} strong />
              </Table.Summary.Cell>
              <Table.Summary.Cell index={7} colSpan={2} />
            </>
          )}
          {editable && <Table.Summary.Cell index={9} />}
        </Table.Summary.Row>
      )}
    />
  );
}

function useColumns(editable: boolean, amounts: RowDrafts<Amount>, saving: boolean): TableColumnsType<ClaimLine> {
  const getTitle = useFieldLabel();
  return [
    { title: getTitle("name"), dataIndex: "name", width: 90, fixed: "left" },
    { title: getTitle("idNumber"), dataIndex: "idNumber", width: 180 },
    { title: getTitle("certNo"), dataIndex: "certNo", width: 214 },
    { title: getTitle("attendanceRate"), dataIndex: "attendanceRate", width: 112, align: "right" },
    {
      title: getTitle("payableAmount"),
      width: 146,
      align: "right",
      render: (_, line) => (
        <>
          <FormulaText steps={line.formula} blocked={line.trialResult === "3"} /> <Payable line={line} />
        </>
      ),
    },
    {
      title: getTitle("applyAmount"),
      width: 116,
      align: "right",
      render: (_, line) =>
        editable ? <AmountInput amounts={amounts} line={line} saving={saving} /> : <Money value={line.applyAmount} />,
    },
  ];
}

function useReviewColumns(): TableColumnsType<ClaimLine> {
  const getTitle = useFieldLabel();
  return [
    {
      title: getTitle("approvedAmount"),
      width: 104,
      align: "right",
      render: (_, line) => <Money value={line.approvedAmount} />,
    },
    {
      title: getTitle("detailStatus"),
      width: 92,
      render: (_, line) => <StatusTag codes={lineStatus} value={line.detailStatus} />,
    },
    { title: getTitle("unApproveReason"), dataIndex: "unApproveReason", width: 136 },
  ];
}

interface AmountProps {
  amounts: RowDrafts<Amount>;
  line: ClaimLine;
  saving: boolean;
}

function AmountInput({ amounts, line, saving }: AmountProps) {
  const t = useTexts();
  const getTitle = useFieldLabel();
  const value = useRowDraft(amounts, line.id)?.applyAmount ?? line.applyAmount;
  // While another amount is being saved, the one that was saved before is a change.
  const change = (applyAmount: string) =>
    applyAmount === line.applyAmount && !saving ? amounts.drop(line.id) : amounts.edit(line.id, { applyAmount });
  return (
    <Input
      aria-label={`${getTitle("applyAmount")} ${line.name}`}
      className="numeric"
      value={value}
      status={Number(value) > Number(line.payableAmount) ? "error" : undefined}
      title={t("claim.amountHint")}
      inputMode="decimal"
      onChange={({ target }) => change(plainNumber(target.value))}
    />
  );
}

/** What the fields of a line are called. */
function useFieldLabel() {
  const label = useLabel();
  return (name: keyof typeof SubsidyLine.fields) => label(SubsidyLine.fields[name]);
}
