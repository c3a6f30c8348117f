import { enterpriseSignMachine } from "@jipei/contract/training/enterprise-sign.machine.ts";
import { EnterpriseSign, enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { moveWith } from "../../core/moves/moves.ts";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { can } from "../../core/session/session.ts";
import { Returned } from "../../core/ui/returned.tsx";
import { Unanswered } from "../../core/ui/states.tsx";
import { SignAgain } from "./sign-again.tsx";
import { StaffList } from "./staff-list.tsx";
import { useTexts } from "./texts.ts";
import type { WholeSign } from "./whole-sign.ts";

/** One sign-up of an enterprise: its class, its people with what was decided on each, and its history. */
export default function SignPage() {
  const t = useTexts();
  const core = useCoreTexts();
  const { id = "" } = useParams();
  // Decisions on its people change it.
  const found = useCall(calls.detail, { id }, { summary: true });
  const row = found.data;
  useTabTitle(row && t("tab", { no: row.entSignNo ?? "" }));
  if (!row) return <Unanswered queries={[found]} />;
  const reload = () => void found.refetch();
  const isDraft = leadsFrom(enterpriseSignMachine, "sign", row.confirmStatus) && can("enterprise_sign_edit");
  return (
    <div className="page">
      <PageHeader
        title={row.className ?? ""}
        status={<StatusTag codes={EnterpriseSign.fields.confirmStatus.codes} value={row.confirmStatus} />}
        subtitle={`${row.entName ?? ""} · ${row.entSignNo ?? ""}`}
        actions={<Actions row={row} onDone={reload} />}
      >
        <p className="unit">{t(`next_${row.confirmStatus ?? "unSubmit"}`)}</p>
      </PageHeader>
      {row.confirmStatus === "back" && row.backReason && <Returned reason={row.backReason} />}
      <section aria-labelledby="sign-facts">
        <h2 id="sign-facts" className="section-title">
          {t("facts")}
        </h2>
        <EntityView
          entity={EnterpriseSign}
          row={row}
          fields={row.isReSign === "1" ? [...facts, "reSignReason"] : facts}
        />
      </section>
      <StaffList row={row} isDraft={isDraft} onDone={reload} />
      <section aria-labelledby="sign-history">
        <h2 id="sign-history" className="section-title">
          {core("audit.title")}
        </h2>
        <AuditList records={row.auditList} machine={enterpriseSignMachine} />
      </section>
    </div>
  );
}

const facts = [
  "orgName",
  "courseName",
  "level",
  "startDate",
  "signCount",
  "acceptedCount",
  "returnedCount",
  "commitTime",
  "confirmTime",
] as const;

/** Sent, withdrawn, or made again; only the enterprise does so. */
function Actions({ row, onDone }: { row: WholeSign; onDone: () => void }) {
  return (
    <>
      <StatusActions
        machine={enterpriseSignMachine}
        entity={EnterpriseSign}
        row={row}
        moves={{
          sign: { call: calls.sign, hidden: true },
          invalidate: { ...moveWith(calls.submit, { status: "Invalidate" }), hidden: true },
        }}
        onDone={onDone}
      />
      <SignAgain row={row} />
    </>
  );
}
