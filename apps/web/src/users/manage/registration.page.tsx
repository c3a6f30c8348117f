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
import { refreshAfter } from "../../core/api/use-call.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";

const ApproveRegistration = lazyPart(() =>
  import("./approve-registration.tsx").then(({ ApproveRegistration }) => ApproveRegistration),
);

/** 注册审核: who asks for an account, and what becomes of it. */
export default function RegistrationPage() {
  const label = useLabel();
  const session = useSession();
  const [approving, setApproving] = useState<RegistrationRow | null>(null);
  const [rejecting, setRejecting] = useState<RegistrationRow | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const close = () => {
    forget();
    setRejecting(null);
  };
  const reject = (reason: string) =>
    attempt(async () => {
      await invoke(
        userCalls.update,
        { id: rejecting?.id, version: rejecting?.version, status: "4", reason },
        {
          silent: true,
        },
      );
      notify("success", label(["已驳回", "Rejected"]));
      close();
      await refreshAfter(userCalls.update);
    });
  const findActions = (row: RegistrationRow) =>
    row.status !== "0" || !can("register_guest_edit", session)
      ? []
      : [
          { key: "approve", label: label(["通过", "Approve"]), run: () => setApproving(row) },
          { key: "reject", label: label(["驳回", "Reject"]), danger: true, run: () => setRejecting(row) },
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
        rowActions={(row) => findActions(row)}
      />
      <Suspense fallback={null}>
        {approving && <ApproveRegistration registration={approving} onClose={() => setApproving(null)} />}
      </Suspense>
      <ReasonDialog
        open={rejecting !== null}
        action={label(["驳回", "Reject"])}
        danger
        busy={busy}
        onSubmit={(reason) => void reject(reason)}
        onClose={close}
      >
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  );
}
