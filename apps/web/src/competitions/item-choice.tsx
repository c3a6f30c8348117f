import { competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { Form, Select } from "antd";
import { useCall } from "../core/api/use-call.ts";
import type { Control } from "../core/form/field-control.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";

/** The items of the competition that is chosen in the same form; what is full is not offered. */
export const ItemChoice: Control = ({ value, onChange, id, disabled }) => {
  const t = useTexts();
  const label = useLabel();
  const competitionId = Form.useWatch<string | null | undefined>("competitionId");
  const found = useCall(competitionCalls.detail, { id: competitionId ?? "" }, { enabled: Boolean(competitionId) });
  return (
    <Select
      id={id}
      disabled={disabled || !competitionId}
      loading={found.isFetching}
      value={(value as string | null) ?? undefined}
      onChange={(next: string) => onChange?.(next)}
      options={(found.data?.items ?? []).map(({ itemNo, itemName, taken, quota }) => ({
        value: itemNo,
        label: `${itemNo} ${itemName} ${label([`余${Math.max(0, quota - taken)}`, `${Math.max(0, quota - taken)} left`])}`,
        disabled: taken >= quota,
      }))}
      placeholder={t("form.choose")}
      style={{ width: "100%" }}
    />
  );
};
