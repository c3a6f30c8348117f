import { type NextStep, type classCalls, stepOwner } from "@jipei/contract/training/training-class.calls.ts";
import type { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { Alert, Button } from "antd";
import { RefusalText } from "../../core/dialog/mending.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

interface Props {
  nextStep: NextStep | null | undefined;
  /** Why the bureau returned the draft. */
  backReason: string | null | undefined;
  /** The draft of whoever looks at it, which is to be submitted. */
  draft: Draft | null;
}
interface Draft {
  id: string;
  version: number | null;
  /** The call that says what a submission would be refused for. */
  check: (typeof classCalls | typeof enterpriseClassCalls)["checkCommit"];
}

/** Who has to act next with a class of either side, and until when; for the own draft also what it still lacks. */
export function NextStepBar({ nextStep, backReason, draft }: Props) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  if (!nextStep) return null;
  const { until } = nextStep;
  const today = chinaToday();
  const late = until && until < today;
  return (
    <div className="next-step">
      <p className={late ? "next-step-line late" : "next-step-line"}>
        <strong>{t("page.next")}</strong> {codeText(stepOwner, nextStep.who)} · {label(nextStep)}
        {until && (
          <span className="next-step-until">
            {until === today ? t("page.untilToday") : t(late ? "page.overdue" : "page.until", { date: until })}
          </span>
        )}
      </p>
      {backReason && <Alert type="warning" showIcon title={t("page.returned")} description={backReason} />}
      {draft && <Lacks {...draft} />}
    </div>
  );
}

/** What a submission would be refused for now. */
function Lacks({ id, version, check }: Draft) {
  const t = useTexts();
  const label = useLabel();
  const found = useCall(check, { id }, { staleTime: 0, summary: true });
  const lacks = found.data;
  if (!lacks) return null;
  const again = (
    <Button size="small" onClick={() => void found.refetch()} loading={found.isFetching}>
      {t("page.checkAgain")}
    </Button>
  );
  if (lacks.length === 0) return <Alert key={version} type="success" showIcon title={t("page.ready")} />;
  return (
    <Alert
      type="info"
      showIcon
      title={t("page.missing", { count: lacks.length })}
      action={again}
      description={
        <ul className="lack-list">
          {lacks.map((lack, i) => (
            <li key={i}>
              <RefusalText code={lack.errorCode} text={label({ zh: lack.msg, en: lack.msgEn })} />
            </li>
          ))}
        </ul>
      }
    />
  );
}
