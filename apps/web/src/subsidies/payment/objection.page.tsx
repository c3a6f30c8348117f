import {
  objectionState,
  PaymentObjection,
  paymentObjectionCalls as calls,
} from "@jipei/contract/subsidies/payment-objection.ts";
import type { PaymentObjectionRow } from "@jipei/contract/subsidies/payment-objection.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { useState } from "react";
import { Link } from "../../core/page/link.ts";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { useCan } from "../../core/session/session.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { getReviewPage } from "../review/review-link.ts";
import { useTexts } from "../texts.ts";
import { refSource } from "../../core/form/ref-source.ts";

/** 拨付异议: people say that a payment in their name was not theirs. An open one holds the payment of its claim until it is answered. */
export default function ObjectionPage() {
  const t = useTexts();
  const mayAnswer = useCan("payment_objection_edit");
  const maySeeClaim = useCan("subsidy_apply_view");
  const [asked, setAsked] = useState<PaymentObjectionRow | null>(null);
  return (
    <>
      <CrudPage
        entity={PaymentObjection}
        calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
        resource="payment_objection"
        columns={[
          "name",
          {
            field: "state",
            render: (row: PaymentObjectionRow) => <StatusTag codes={objectionState} value={row.state} />,
          },
          { field: "applyNo", width: 156 },
          "orgName",
          "subsidyKind",
          "amount",
          "payDate",
          { field: "reason", width: 240 },
          "createTime",
        ]}
        search={["state", "applyNo", "orgId", "createTime"]}
        card={["name", "state", "orgName", "amount"]}
        view={[
          "name",
          "state",
          "applyNo",
          "subsidyKind",
          "orgName",
          "amount",
          "payDate",
          "createTime",
          "reason",
          "answer",
          "answerTime",
        ]}
        refs={{
          orgId: refSource({
            entity: Organisation,
            list: organisationCalls.list,
            detail: organisationCalls.detail,
            note: "orgNo",
          }),
        }}
        rowActions={(row: PaymentObjectionRow) =>
          mayAnswer && row.state === "open"
            ? [{ key: "answer", label: t("objection.answer"), run: () => setAsked(row) }]
            : []
        }
        below={(row: PaymentObjectionRow) =>
          maySeeClaim && (
            <p>
              <Link to={getReviewPage(row)}>{t("objection.claim", { no: row.applyNo ?? "" })}</Link>
            </p>
          )
        }
      />
      <AnswerDialog objection={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** Asks for the answer to an objection. @param objection closed without one */
function AnswerDialog({ objection, onClose }: { objection: PaymentObjectionRow | null; onClose: () => void }) {
  const t = useTexts();
  const { busy, error, attempt, forget } = useAttempt();
  const close = () => {
    forget();
    onClose();
  };
  const answer = ({ id }: PaymentObjectionRow, text: string) =>
    attempt(async () => {
      await invoke(calls.answer, { id, answer: text }, { silent: true });
      close();
      notify("success", t("objection.answered"));
      await refreshAfter(calls.answer);
    });
  return (
    <ReasonDialog
      open={objection !== null}
      action={t("objection.answer")}
      ask={{
        title: t("objection.answerTo", { name: objection?.name ?? "" }),
        label: t("objection.text"),
        required: t("objection.required"),
      }}
      busy={busy}
      onSubmit={(text) => objection && void answer(objection, text)}
      onClose={close}
    >
      {error ? <FailureList error={error} /> : <p>{objection?.reason}</p>}
    </ReasonDialog>
  );
}
