import { StudentAccount, studentAccountCalls as calls } from "@jipei/contract/training/student-account.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";

interface AccountRow {
  id: string;
  name: string;
  isValid: string | null;
}

/** A question that needs a text, and what is done with it. */
interface Asked {
  action: string;
  danger?: boolean;
  send: (text: string) => Promise<unknown>;
}

/** 学员账号: who may sign in as a student. */
export default function StudentAccountPage() {
  const core = useCoreTexts();
  const session = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, error, attempt, forget } = useAttempt();

  const close = () => {
    forget();
    setAsked(null);
  };
  const run = (text: string) =>
    attempt(async () => {
      await asked?.send(text);
      close();
    });
  const getSwitch = (row: AccountRow) => {
    const isValid = row.isValid === "isValid" ? "unValid" : "isValid";
    const action = isValid === "isValid" ? core("common.enable") : core("common.disable");
    const send = async (reason: string) => {
      await invoke(calls.submit, { id: row.id, isValid, reason }, { silent: true });
      await refreshAfter(calls.submit);
    };
    return {
      key: "switch",
      label: action,
      danger: isValid === "unValid",
      run: () => setAsked({ action, danger: isValid === "unValid", send }),
    };
  };
  return (
    <>
      <CrudPage
        entity={StudentAccount}
        calls={{
          list: calls.list,
          detail: calls.detail,
          submit: calls.submit,
          remove: calls.remove,
          export: calls.export,
        }}
        resource="student_account"
        columns={["name", "isValid", idNumberColumn, "phone", "isRealName", "education", "regTime", "lastLoginTime"]}
        search={["name", "idNumber", "phone", "isRealName", "isValid", "regTime"]}
        card={["name", "isValid", "phone", "regTime"]}
        form={["name", "idType", "idNumber", "phone", "education", "nation", "email", "remark"]}
        rowActions={(row) => (can("student_account_edit", session) ? [getSwitch(row)] : [])}
      />
      <ReasonDialog
        open={asked !== null}
        action={asked?.action ?? ""}
        danger={asked?.danger}
        busy={busy}
        onSubmit={(text) => void run(text)}
        onClose={close}
      >
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  );
}
