import { FourEyesRequest, type FourEyesRequestRow, fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useLanguage } from "../../core/i18n/language.ts";
import { mayCall } from "../../core/session/may-call.ts";
import { useSession } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";
import { type Decision, FourEyesDecision } from "./four-eyes-decision.tsx";
import { SubjectFacts } from "./subject-facts.tsx";
import "../users.css";

interface Deciding {
  decision: Decision;
  row: FourEyesRequestRow;
}

/** 双人复核: what one system administrator asked for and another one confirms. */
export default function FourEyesPage() {
  const roles = useLanguage() === "en" ? "roleNameEn" : "roleName";
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const getActions = useDecisions(setDeciding);
  return (
    <>
      <Counts />
      <CrudPage
        entity={FourEyesRequest}
        calls={fourEyesCalls}
        resource="four_eyes"
        columns={["account", "realName", "kind", "state", roles, "phone", "reason", ...handling]}
        card={["realName", "kind", "state", "askerName"]}
        search={["kind", "state"]}
        view={["account", "realName", "kind", roles, "endDate", "phone", "reason", "state", ...handling]}
        below={(row) => <SubjectFacts {...row} />}
        rowActions={getActions}
      />
      {deciding && <FourEyesDecision {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

/** Who asked and who decided, and when. */
const handling = ["askerName", "createTime", "expireTime", "deciderName", "decideTime", "opinion"] as const;

/** What the user may decide: to withdraw their own request, to confirm or refuse one of somebody else about a third person. */
function useDecisions(onDecide: (deciding: Deciding) => void): (row: FourEyesRequestRow) => RowAction[] {
  const t = useTexts();
  const session = useSession();
  const own = session.info?.userId;
  return (row) => {
    if (row.state !== "waiting") return [];
    const to = (decision: Decision): RowAction => ({
      key: decision,
      label: t(`fourEyes.${decision}`),
      danger: decision !== "confirm",
      run: () => onDecide({ decision, row }),
    });
    if (row.createUser === own) return mayCall(fourEyesCalls.withdraw, session) ? [to("withdraw")] : [];
    if (!mayCall(fourEyesCalls.confirm, session)) return [];
    const subject = row.userId === own ? t("fourEyes.aboutYou") : null;
    return [{ ...to("confirm"), disabled: subject }, to("refuse")];
  };
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
