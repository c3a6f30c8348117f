import { FourEyesRequest, type FourEyesRequestRow, fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel, useLanguage } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter, useCall } from "../../core/api/use-call.ts";
import { SubjectFacts } from "./subject-facts.tsx";
import { useTexts } from "../texts.ts";
import "../users.css";

type Decision = "confirm" | "refuse" | "withdraw";

/** 双人复核: what one system administrator asked for and another one confirms. */
export default function FourEyesPage() {
  const t = useTexts();
  const label = useLabel();
  const session = useSession();
  const roles = useLanguage() === "en" ? "roleNameEn" : "roleName";
  const [asked, setAsked] = useState<{ decision: Decision; row: FourEyesRequestRow } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const own = session.info?.userId;
  const close = () => {
    forget();
    setAsked(null);
  };
  const decide = (opinion?: string) =>
    attempt(async () => {
      if (!asked) return;
      const { decision, row } = asked;
      await invoke(fourEyesCalls[decision], { id: row.id, ...(opinion && { opinion }) }, { silent: true });
      notify("success", t(`fourEyes.${decision}Done`));
      close();
      await refreshAfter(fourEyesCalls[decision]);
    });
  const getActions = (row: FourEyesRequestRow): RowAction[] => {
    if (row.state !== "waiting") return [];
    const to = (decision: Decision) => () => setAsked({ decision, row });
    if (row.createUser === own)
      return can("four_eyes_ask", session)
        ? [{ key: "withdraw", label: t("fourEyes.withdraw"), danger: true, run: to("withdraw") }]
        : [];
    if (!can("four_eyes_confirm", session)) return [];
    const subject = row.userId === own ? t("fourEyes.aboutYou") : null;
    return [
      { key: "confirm", label: t("fourEyes.confirm"), disabled: subject, run: to("confirm") },
      { key: "refuse", label: t("fourEyes.refuse"), danger: true, run: to("refuse") },
    ];
  };
  const decision = asked?.decision;
  return (
    <>
      <Counts />
      <CrudPage
        entity={FourEyesRequest}
        calls={fourEyesCalls}
        resource="four_eyes"
        columns={[
          "account",
          "realName",
          "kind",
          "state",
          roles,
          "phone",
          "reason",
          "askerName",
          "createTime",
          "expireTime",
          "deciderName",
          "decideTime",
          "opinion",
        ]}
        card={["realName", "kind", "state", "askerName"]}
        search={["kind", "state"]}
        view={[
          "account",
          "realName",
          "kind",
          roles,
          "endDate",
          "phone",
          "reason",
          "state",
          "askerName",
          "createTime",
          "expireTime",
          "deciderName",
          "decideTime",
          "opinion",
        ]}
        below={(row) => <SubjectFacts {...row} />}
        rowActions={(row) => getActions(row)}
      />
      {asked && (decision === "confirm" || decision === "withdraw") && (
        <Confirm
          open
          title={t(`fourEyes.${decision}Title`, { name: asked.row.realName ?? asked.row.account ?? "" })}
          okText={t(`fourEyes.${decision}`)}
          danger={decision === "withdraw"}
          busy={busy}
          onOk={() => void decide()}
          onClose={close}
        >
          {decision === "confirm" && <p>{t(`fourEyes.effect.${asked.row.kind ?? "roles"}`)}</p>}
          {decision === "confirm" && <Background id={asked.row.id} />}
          {error && <FailureList error={error} />}
        </Confirm>
      )}
      <ReasonDialog
        open={decision === "refuse"}
        action={t("fourEyes.refuse")}
        danger
        busy={busy}
        ask={{
          title: t("fourEyes.refuse"),
          label: label(FourEyesRequest.fields.opinion),
          required: t("fourEyes.opinionNeeded"),
        }}
        onSubmit={(opinion) => void decide(opinion)}
        onClose={close}
      >
        {error && <FailureList error={error} />}
      </ReasonDialog>
    </>
  );
}

/** Number of requests that wait, and for whom. */
function Counts() {
  const t = useTexts();
  const { data } = useCall(fourEyesCalls.counts, undefined);
  if (!data) return null;
  return (
    <p className="four-eyes-counts" role="status">
      {t("fourEyes.toConfirm", { n: data.toConfirm })} · {t("fourEyes.own", { n: data.own })}
    </p>
  );
}

/** What the request is about, as its detail says: read before it is confirmed. */
function Background({ id }: { id: string }) {
  const { data } = useCall(fourEyesCalls.detail, { id });
  return data ? <SubjectFacts {...data} /> : null;
}
