import { level } from "@jipei/contract/core/fields/codes.ts";
import { Button } from "antd";
import { formatDate } from "../../core/format/dates.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { type Fact, FactList } from "../../core/ui/fact-list.tsx";
import { useTexts } from "../roster/texts.ts";

/** A class that people may sign up for. */
export interface OpenClass {
  id: string;
  className: string;
  orgName: string | null;
  courseName: string | null;
  level: string | null;
  status: string | null;
  isSubsidy: string;
  startDate: string;
  endDate: string;
  signEndDate: string | null;
  trainPlace: string;
  chargeStandard: string;
  planCount: number;
  freeSeats: number;
}

/** A class to sign up for. @param joined whether the person has done so already */
export function OpenClassCard({ of, joined, onJoin }: { of: OpenClass; joined: boolean; onJoin: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const left = of.freeSeats;
  const facts: readonly Fact[] = [
    [t("sign.period"), `${formatDate(of.startDate)} – ${formatDate(of.endDate)}`],
    [t("sign.place"), of.trainPlace],
    [t("sign.fee"), Number(of.chargeStandard) === 0 ? t("sign.free") : `¥ ${formatMoney(of.chargeStandard)}`],
    [t("sign.seats"), label([`剩余 ${left} / 共 ${of.planCount}`, `${left} of ${of.planCount} free`])],
  ];
  return (
    <li className="card">
      <div className="card-head">
        <strong>{of.className}</strong>
        {of.isSubsidy === "1" && <span className="status-tag tone-good">{t("sign.subsidised")}</span>}
      </div>
      <p className="unit">
        {of.orgName} · {of.courseName} · {codeText(level, of.level ?? "")}
      </p>
      <FactList className="card-facts" facts={facts} />
      <div className="card-actions">
        {joined ? (
          <span className="good-text">{t("sign.signedUp")}</span>
        ) : (
          <Button type="primary" disabled={left === 0} onClick={onJoin}>
            {left === 0 ? label(["名额已满", "No seat left"]) : t("sign.join")}
          </Button>
        )}
        {of.signEndDate && <span className="unit">{t("sign.until", { date: formatDate(of.signEndDate) })}</span>}
      </div>
    </li>
  );
}
