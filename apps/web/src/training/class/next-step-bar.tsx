import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Alert, Button } from "antd";
import { RefusalText } from "../../core/dialog/mending.tsx";
import { chinaToday } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { useTexts } from "../texts.ts";

/** Who has to act next and until when; for the own draft also what it still lacks. */
export function NextStepBar({ row }: { row: WholeClass }) {
  const t = useTexts();
  const label = useLabel();
  const { nextStep } = row;
  const maySubmit = useCan("train_class_commit");
  const draft = row.status === "unCommit" && maySubmit;
  if (!nextStep) return null;
  const { until } = nextStep;
  const today = chinaToday();
  const late = until && until < today;
  return (
    <div className="next-step">
      <p className={late ? "next-step-line late" : "next-step-line"}>
        <strong>{t("page.next")}</strong> {t(nextStep.who === "bureau" ? "page.who_bureau" : "page.who_institution")} ·{" "}
        {label(nextStep)}
        {until && (
          <span className="next-step-until">
            {until === today ? t("page.untilToday") : t(late ? "page.overdue" : "page.until", { date: until })}
          </span>
        )}
      </p>
      {row.backReason && row.status === "unCommit" && (
        <Alert type="warning" showIcon title={t("page.returned")} description={row.backReason} />
      )}
      {draft && <Lacks id={row.id} version={row.version} />}
    </div>
  );
}

/** What a submission would be refused for now. */
function Lacks({ id, version }: { id: string; version: number | null }) {
  const t = useTexts();
  const label = useLabel();
  const found = useCall(classCalls.checkCommit, { id }, { staleTime: 0, summary: true });
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
