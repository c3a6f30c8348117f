import { Alert, Button } from "antd";
import { Link } from "../../core/page/link.ts";
import { formatDecimal } from "../../core/format/numbers.ts";
import { useTexts } from "../texts.ts";
import type { Sitting, SittingView } from "./sitting.ts";

/** What stands in place of the questions once they are answered no more. */
export function Finished({
  sitting,
  view,
  onTakeOver,
}: {
  sitting: Sitting;
  view: SittingView;
  onTakeOver: () => void;
}) {
  const t = useTexts();
  const { phase, result, uncounted, isOffline } = view;
  if (phase === "timeUp")
    return (
      <section className="sitting-end" role="status">
        <h2>{t("sit.timeUp")}</h2>
        <p>{isOffline ? t("sit.timeUpOffline") : t("sit.timeUpText")}</p>
      </section>
    );
  if (phase === "elsewhere")
    return (
      <section className="sitting-end" role="alert">
        <h2>{t("sit.elsewhere")}</h2>
        <p>{t("sit.elsewhereText")}</p>
        <Button type="primary" onClick={onTakeOver}>
          {t("sit.here")}
        </Button>
      </section>
    );
  return (
    <section className="sitting-end" role="status">
      <h2>{phase === "void" ? t("sit.void") : t("sit.done")}</h2>
      {phase === "void" && <p>{t("sit.voidText")}</p>}
      {result && !result.objectiveScore && <p>{t("sit.marksFollow")}</p>}
      {result?.objectiveScore && (
        <p className="sitting-score">
          {t("sit.score")} <strong className="numeric">{formatDecimal(result.objectiveScore, 2)}</strong>{" "}
          {result.isPass === "1" ? t("sit.pass") : t("sit.fail")}
        </p>
      )}
      {uncounted > 0 && <Alert type="warning" showIcon title={t("sit.uncounted", { n: uncounted })} />}
      <p>
        <Link to={`/stu/exam/paper/${sitting.paper.paperId}`}>{t("sit.read")}</Link> ·{" "}
        <Link to="/stu/exam">{t("sit.back")}</Link>
      </p>
    </section>
  );
}
