import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { Select, Tag } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import type { Candidate, WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";

interface Props {
  candidate: Candidate;
  conditions: WholeTest["conditionList"];
  /** Left out: the condition is only shown. */
  onChoose?: (conditionId: string) => void;
}

/** The condition under which a candidate applies: one that they meet can be chosen; one that they do not meet is marked. */
export function ConditionCell({ candidate, conditions, onChoose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { conditionId, name } = candidate;
  const metConditions = candidate.metConditions ?? [];
  const options = conditions.map(({ id, conditionNo, conditionText }) => ({
    value: id,
    label: `${conditionNo}. ${conditionText}`,
    title: conditionText,
    disabled: !metConditions.includes(id),
  }));
  const unmet = !conditionId || !metConditions.includes(conditionId);
  return (
    <div className="exam-condition">
      {onChoose ? (
        <Select
          size="small"
          aria-label={`${label(TestCandidate.fields.conditionId)} ${name}`}
          value={conditionId ?? undefined}
          options={options}
          onChange={onChoose}
          popupMatchSelectWidth={480}
        />
      ) : (
        <span>{options.find((one) => one.value === conditionId)?.label}</span>
      )}
      {unmet && <Tag color="error">{t("test.refuse")}</Tag>}
    </div>
  );
}
