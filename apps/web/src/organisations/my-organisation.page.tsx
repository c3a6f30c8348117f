import { organisationMachine } from "@jipei/contract/organisations/organisation.machine.ts";
import type { OrganisationDocumentRow } from "@jipei/contract/organisations/organisation-document.ts";
import { OrganisationDocument } from "@jipei/contract/organisations/organisation-document.ts";
import { Organisation, organisationCalls } from "@jipei/contract/organisations/organisation.ts";
import { Alert, Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { AuditList, type AuditRow } from "../core/audit-list.tsx";
import type { CallError } from "../core/call-error.ts";
import { chinaToday, daysBetween } from "../core/dates.ts";
import { EntityView } from "../core/entity-view.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page-header.tsx";
import type { AnyRow } from "../core/ref-select.tsx";
import { useCan, useSession } from "../core/session.ts";
import { Empty, Failed, Skeleton } from "../core/states.tsx";
import { StatusTag } from "../core/status-tag.tsx";
import { useCall } from "../core/use-call.ts";
import { DocumentSet } from "./document-set.tsx";
import { applicantForm, controls, filing, uploadKinds, views } from "./organisation-form.ts";
import { PendingChange } from "./pending-change.tsx";
import "./organisations.css";

const FormDialog = lazy(() => import("../core/form-dialog.tsx").then(({ FormDialog }) => ({ default: FormDialog })));

/** The own institution: where its filing stands, what is missing, what is about to expire. */
export default function MyOrganisationPage() {
  const label = useLabel();
  const [editing, setEditing] = useState(false);
  const own = useCall(organisationCalls.usedByOrg, undefined);
  const mayEdit = useCan(["org_add", "org_edit"]);
  const { info } = useSession();
  const row = own.data as AnyRow | undefined;
  const none = (own.error as CallError | null)?.errorCode === "NOT_FOUND";
  if (own.isError && !none) return <Failed error={own.error} onRetry={() => void own.refetch()} />;
  if (!row && !none) return <Skeleton />;
  const state = row ? String(row["state"]) : null;
  const editable = mayEdit && (state === null || state === "back" || state === "isUser");
  const button =
    state === null
      ? ["申请备案", "File an institution"]
      : state === "back"
        ? ["修改并重新提交", "Correct and submit again"]
        : ["修改", "Edit"];
  return (
    <div className="my-organisation">
      <PageHeader
        title={row ? String(row["orgName"]) : label(Organisation)}
        subtitle={row?.["orgNo"] ? String(row["orgNo"]) : undefined}
        status={state && <StatusTag codes={organisationMachine.states} value={state} />}
        actions={
          editable && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {label(button as [string, string])}
            </Button>
          )
        }
      />
      {row ? (
        <Standing row={row} editable={editable} />
      ) : (
        <Empty text={label(["尚未备案", "No institution is filed yet"])} />
      )}
      <Suspense fallback={null}>
        {editing && (
          <FormDialog
            open
            entity={filing}
            sections={applicantForm}
            row={row ? { ...row, ...(row["pendingChange"] as AnyRow | null) } : null}
            initial={{ account: info?.username }}
            locked={!row?.["orgNo"] || row["accountChanged"] === "1" ? ["account"] : []}
            controls={controls}
            uploadKinds={uploadKinds}
            when={{ licenseFiles: ({ orgType }) => orgType === "1" && !row }}
            submit={organisationCalls.save}
            doneText={label(
              state === "isUser"
                ? ["已保存，须审核的变更待主管部门通过", "Saved; what needs approval waits for the bureau"]
                : ["已提交，等待审核", "Submitted, awaiting approval"],
            )}
            submitText={state === "isUser" ? undefined : label(["提交", "Submit"])}
            onReload={() => void own.refetch()}
            onClose={() => setEditing(false)}
          >
            {state === "isUser" && (
              <Alert
                type="info"
                showIcon
                className="form-note"
                title={label([
                  "名称、信用代码、许可证、办学内容、场地和银行账户的变更须经审核后生效，登录账号只能修改一次，其余修改立即生效",
                  "A change of name, credit code, licence, scope, site or bank account takes effect after approval; the sign-in account changes only once; anything else applies at once",
                ])}
              />
            )}
          </FormDialog>
        )}
      </Suspense>
    </div>
  );
}

function Standing({ row, editable }: { row: AnyRow; editable: boolean }) {
  const label = useLabel();
  return (
    <>
      <Notes row={row} />
      <PendingChange row={row} />
      <section>
        <EntityView entity={Organisation} row={row} fields={views} />
      </section>
      <section>
        <h2 className="section-title">{label(OrganisationDocument)}</h2>
        <DocumentSet
          documents={(row["documentList"] ?? []) as OrganisationDocumentRow[]}
          editable={editable || row["state"] === "unConfirm"}
        />
      </section>
      <section>
        <h2 className="section-title">{label(["办理记录", "History"])}</h2>
        <AuditList records={row["auditList"] as AuditRow[]} machine={organisationMachine} />
      </section>
    </>
  );
}

/** What the institution should know first. */
function Notes({ row }: { row: AnyRow }) {
  const label = useLabel();
  const { state, stateReason, backReason, licenseExpireDate } = row as Record<string, string | null>;
  const left = licenseExpireDate ? daysBetween(chinaToday(), licenseExpireDate) : null;
  const notes: { key: string; type: "info" | "warning" | "error"; text: [string, string] }[] = [];
  if (state === "unConfirm")
    notes.push({
      key: "state",
      type: "info",
      text: ["备案已提交，等待审核", "The filing is submitted and waits for approval"],
    });
  if (state === "back")
    notes.push({
      key: "state",
      type: "warning",
      text: [`备案被退回：${stateReason ?? ""}`, `The filing was returned: ${stateReason ?? ""}`],
    });
  if (state === "unUser")
    notes.push({
      key: "state",
      type: "error",
      text: [
        `机构已停用：${stateReason ?? ""}。已开班级可继续完成，不能新申报计划、班级和补贴`,
        `The institution is suspended: ${stateReason ?? ""}. Running classes may finish; new plans, classes and claims are not possible`,
      ],
    });
  if (state === "Invalidate")
    notes.push({ key: "state", type: "error", text: ["机构已注销", "The institution is cancelled"] });
  if (state === "isUser" && backReason)
    notes.push({
      key: "change",
      type: "warning",
      text: [`上次变更被退回：${backReason}`, `The last change was returned: ${backReason}`],
    });
  if (left !== null && left < 0)
    notes.push({
      key: "licence",
      type: "error",
      text: ["办学许可证已过期，不能提交新班级", "The licence has expired; no new class can be submitted"],
    });
  else if (left !== null && left <= 30)
    notes.push({
      key: "licence",
      type: "warning",
      text: [`办学许可证将在${left}天后到期`, `The licence expires in ${left} days`],
    });
  return notes.map(({ key, type, text }) => <Alert key={key} type={type} showIcon title={label(text)} />);
}
