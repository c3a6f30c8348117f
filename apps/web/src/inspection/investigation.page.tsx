import { investigateStatus } from "@jipei/contract/core/fields/codes.ts";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import { investigateKind } from "@jipei/contract/inspection/investigation-codes.ts";
import { investigationMachine } from "@jipei/contract/inspection/investigation.machine.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../core/api/use-call.ts";
import { EntityView } from "../core/crud/entity-view.tsx";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { getSections } from "../core/form/fields.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { AuditList } from "../core/moves/audit-list.tsx";
import { StatusActions } from "../core/moves/status-actions.tsx";
import { Link } from "../core/page/link.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useTabTitle } from "../core/page/tab-title.ts";
import { NextCase } from "../core/queue/next-case.tsx";
import { useCases } from "../core/queue/use-cases.ts";
import { can, canMove } from "../core/session/session.ts";
import { Unanswered } from "../core/ui/states.tsx";
import { findingFields, investigationRefs, shownFields, whenAsked } from "./investigation-form.ts";
import { TakeAlong } from "./on-site/take-along.tsx";
import { Sample } from "./sample.tsx";
import { useTexts } from "./texts.ts";
import "./inspection.css";

/** One investigation, from its draft to its verification; made for a phone in a classroom too. */
export default function InvestigationPage() {
  const t = useTexts();
  const core = useCoreTexts();
  const { id = "" } = useParams();
  const found = useCall(calls.detail, { id });
  const row = found.data;
  useTabTitle(row && t("visit.tab", { name: row.className ?? "" }));
  if (!row) return <Unanswered queries={[found]} />;
  const reload = () => void found.refetch();
  return (
    <div className="page">
      <PageHeader
        title={row.className ?? row.classNo ?? ""}
        status={
          <>
            <StatusTag codes={investigateKind} value={row.investigateKind} />
            <StatusTag codes={investigateStatus} value={row.fillStatus} />
          </>
        }
        subtitle={row.orgName ?? ""}
        actions={<Actions row={row} onDone={reload} />}
      >
        <p className="inspection-next">{t(`visit.next${row.fillStatus ?? "0"}`)}</p>
      </PageHeader>
      {row.fillStatus === "0" && row.backReason && (
        <Alert type="warning" showIcon title={core("common.returned", { reason: row.backReason })} />
      )}
      {row.investigateKind === inspection && <Sample row={row} onDone={reload} />}
      <section className="inspection-section" aria-labelledby="findings">
        <h2 id="findings">{t("visit.title")}</h2>
        <EntityView entity={Investigation} row={row} fields={shownFields(row.investigateKind)} />
        <ClassLink row={row} />
      </section>
      <section className="inspection-section" aria-labelledby="history">
        <h2 id="history">{core("audit.title")}</h2>
        <AuditList records={row.auditList} machine={investigationMachine} />
      </section>
    </div>
  );
}

/** Leads to the class, for whoever may read classes of its side. */
function ClassLink({ row: { side, classId, className } }: { row: WholeInvestigation }) {
  const right = side === "2" ? "enterprise_class_view" : "train_class_view";
  if (!can(right) || !classId) return null;
  return <Link to={side === "2" ? `/enterprise/class/${classId}` : `/class/detail/${classId}`}>{className}</Link>;
}

/** What may be done with it now: its findings are written while it is a draft. */
function Actions({ row, onDone }: { row: WholeInvestigation; onDone: () => void }) {
  const t = useTexts();
  const [editing, setEditing] = useState(false);
  const waiting = useCases(calls.list, { fillStatus: "1" }, canMove(investigationMachine, "verify"));
  return (
    <>
      <NextCase
        cases={waiting}
        id={row.id}
        waits={row.fillStatus === "1"}
        nameOf={({ className, classNo }) => className ?? classNo}
        open={(id) => `/enterprise/investigation/${id}`}
      />
      {row.fillStatus === "0" && can("investigation_edit") && (
        <>
          <Button onClick={() => setEditing(true)}>{t("visit.edit")}</Button>
          <TakeAlong row={row} />
        </>
      )}
      <StatusActions
        machine={investigationMachine}
        entity={Investigation}
        row={row}
        moves={{ fill: calls.fill, verify: calls.verify, back: calls.back }}
        onDone={onDone}
      />
      <FormDialog
        open={editing}
        title={t("visit.edit")}
        entity={Investigation}
        sections={getSections(findingFields)}
        refs={investigationRefs}
        when={whenAsked}
        row={row}
        submit={calls.submit}
        onDone={onDone}
        onClose={() => setEditing(false)}
      />
    </>
  );
}
