import { Registration, type RegistrationRow, registrationCalls } from "@jipei/contract/users/registration.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { useTexts } from "../../core/i18n/core-texts.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";

const ApproveRegistration = lazyPart(() =>
  import("./approve-registration.tsx").then(({ ApproveRegistration }) => ApproveRegistration),
);

/** 注册审核: who asks for an account, and what becomes of it. */
export default function RegistrationPage() {
  const t = useTexts();
  const session = useSession();
  const [approving, setApproving] = useState<RegistrationRow | null>(null);
  const [rejecting, setRejecting] = useState<RegistrationRow | null>(null);
  const getActions = (row: RegistrationRow): RowAction[] =>
    row.status !== "0" || !can("register_guest_edit", session)
      ? []
      : [
          { key: "approve", label: t("common.approve"), run: () => setApproving(row) },
          { key: "reject", label: t("common.reject"), danger: true, run: () => setRejecting(row) },
        ];
  return (
    <>
      <CrudPage
        entity={Registration}
        calls={registrationCalls}
        resource="register_guest"
        columns={[
          "name",
          "account",
          "applyKind",
          "status",
          { field: "creditCode", width: 184 },
          "phone",
          "thirdParty",
          "createTime",
          "stateReason",
        ]}
        card={["name", "status", "applyKind", "createTime"]}
        search={["name", "account", "applyKind", "status"]}
        view={[
          "name",
          "account",
          "applyKind",
          "creditCode",
          "phone",
          "thirdParty",
          "status",
          "stateReason",
          "createTime",
          "updateTime",
        ]}
        rowActions={getActions}
      />
      <Suspense fallback={null}>
        {approving && <ApproveRegistration registration={approving} onClose={() => setApproving(null)} />}
      </Suspense>
      {rejecting && <RejectRegistration registration={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

/** Asks why a registration is rejected. */
function RejectRegistration({ registration, onClose }: { registration: RegistrationRow; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const { busy, error, attempt } = useAttempt();
  const { id, version } = registration;
  const reject = (reason: string) =>
    attempt(async () => {
      await invoke(userCalls.update, { id, version, status: "4", reason }, { silent: true });
      notify("success", label(["已驳回", "Rejected"]));
      onClose();
      await refreshAfter(userCalls.update);
    });
  return (
    <ReasonDialog
      open
      action={t("common.reject")}
      danger
      busy={busy}
      onSubmit={(reason) => void reject(reason)}
      onClose={onClose}
    >
      {error && <FailureList error={error} />}
    </ReasonDialog>
  );
}
