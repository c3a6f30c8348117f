import { organisationMachine } from "@jipei/contract/providers/organisation.machine.ts";
import { OrganisationDocument } from "@jipei/contract/providers/organisation-document.ts";
import { Organisation, type OrganisationRow, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Alert, Button } from "antd";
import { Suspense, useState } from "react";
import { AuditList } from "../core/moves/audit-list.tsx";
import { chinaToday, daysBetween } from "../core/format/dates.ts";
import { EntityView } from "../core/crud/entity-view.tsx";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useCan, useSession } from "../core/session/session.ts";
import { Empty, Failed, Skeleton } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useCall } from "../core/api/use-call.ts";
import { AccountList, accountTitle } from "../core/payee/account-list.tsx";
import { DocumentSet } from "./document-set.tsx";
import { applicantForm, cancelled, controls, filing, views } from "./organisation-form.ts";
import type { WholeOrganisation } from "./pending-change.tsx";
import { PendingChange } from "./pending-change.tsx";
import { lazyPart } from "../core/ui/lazy-part.ts";
import "./providers.css";

const FormDialog = lazyPart(() => import("../core/dialog/form-dialog.tsx").then(({ FormDialog }) => FormDialog));

/** The user's institution: the state of its filing, what is missing, what is about to expire. */
export default function MyOrganisationPage() {
  const label = useLabel();
  const [editing, setEditing] = useState(false);
  const own = useCall(organisationCalls.usedByOrg, undefined);
  const mayEdit = useCan(["org_add", "org_edit"]);
  const row = own.data;
  const none = own.error?.errorCode === "NOT_FOUND";
  if (own.isError && !none) return <Failed error={own.error} onRetry={() => void own.refetch()} />;
  if (!row && !none) return <Skeleton />;
  const state = row ? row.state : null;
  const editable = mayEdit && (state === null || state === "back" || state === "isUser");
  return (
    <div className="my-organisation">
      <PageHeader
        title={row ? row.orgName : label(Organisation)}
        subtitle={row?.orgNo ?? undefined}
        status={state && <StatusTag codes={organisationMachine.states} value={state} />}
        actions={
          editable && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {label(getButton(state))}
            </Button>
          )
        }
      />
      {row ? (
        <Standing row={row} editable={editable} />
      ) : (
        <Empty text={label(["尚未备案", "No institution filed yet"])} />
      )}
      {editing && (
        <Suspense fallback={null}>
          <FilingForm row={row ?? null} onReload={() => void own.refetch()} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface FormProps {
  /** Missing before the first filing. */
  row: WholeOrganisation | null;
  onReload: () => void;
  onClose: () => void;
}

/** Files an institution, or a change of it. */
function FilingForm({ row, onReload, onClose }: FormProps) {
  const label = useLabel();
  const { info } = useSession();
  const approved = row?.state === "isUser";
  return (
    <FormDialog
      open
      entity={filing}
      sections={applicantForm}
      row={row && { ...row, ...row.pendingChange }}
      initial={{ account: info?.username }}
      locked={!row?.orgNo || row.accountChanged === "1" ? ["account"] : []}
      controls={controls}
      when={{ licenseFiles: ({ orgType }) => orgType === "1" && !row }}
      submit={organisationCalls.save}
      doneText={label(
        approved
          ? ["已保存，须审核的变更待人社局通过", "Saved; changes that need approval are waiting for the bureau"]
          : ["已提交，等待审核", "Submitted, awaiting approval"],
      )}
      submitText={approved ? undefined : label(["提交", "Submit"])}
      onReload={onReload}
      onClose={onClose}
    >
      {approved && (
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
  );
}

const getButton = (state: OrganisationRow["state"] | null): Named => {
  if (state === null) return ["申请备案", "File an institution"];
  return state === "back" ? ["修改并重新提交", "Correct and submit again"] : ["修改", "Edit"];
};

function Standing({ row, editable }: { row: WholeOrganisation; editable: boolean }) {
  const label = useLabel();
  const core = useCoreTexts();
  return (
    <>
      <Notes row={row} />
      <PendingChange row={row} />
      <section>
        <EntityView entity={Organisation} row={row} fields={views} />
      </section>
      <section>
        <h2 className="section-title">{label(accountTitle)}</h2>
        <AccountList accounts={row.accountList} />
      </section>
      <section>
        <h2 className="section-title">{label(OrganisationDocument)}</h2>
        <DocumentSet documents={row.documentList} editable={editable || row.state === "unConfirm"} />
      </section>
      <section>
        <h2 className="section-title">{core("audit.title")}</h2>
        <AuditList records={row.auditList} machine={organisationMachine} />
      </section>
    </>
  );
}

/** What the institution should know first. */
function Notes({ row }: { row: OrganisationRow }) {
  const label = useLabel();
  const { state, stateReason, backReason, licenseExpireDate } = row;
  const left = licenseExpireDate ? daysBetween(chinaToday(), licenseExpireDate) : null;
  const notes: { key: string; type: "info" | "warning" | "error"; text: Named }[] = [];
  if (state === "unConfirm")
    notes.push({
      key: "state",
      type: "info",
      text: ["备案已提交，等待审核", "The filing has been submitted and is awaiting approval"],
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
  if (state === "Invalidate") notes.push({ key: "state", type: "error", text: cancelled });
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
      text: [
        `办学许可证将在${left}天后到期`,
        left === 1 ? "The licence expires in 1 day" : `The licence expires in ${left} days`,
      ],
    });
  return notes.map(({ key, type, text }) => <Alert key={key} type={type} showIcon title={label(text)} />);
}
