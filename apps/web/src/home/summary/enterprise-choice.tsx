import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { Select } from "antd";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../../core/i18n/core-texts.ts";
import { useClear } from "../../core/ui/use-clear.tsx";
import { useDelayed } from "../../core/ui/use-delayed.ts";

interface Props {
  id: string;
  year: number;
  value?: string;
  onChange: (unitId: string | null) => void;
}

/** Picks an enterprise by its record of the year; the value is the unit by which it trains and claims. */
export function EnterpriseChoice({ id, year, value, onChange }: Props) {
  const t = useTexts();
  const clear = useClear();
  const [keyword, setKeyword] = useState("");
  const [open, setOpen] = useState(false);
  const searched = useDelayed(keyword, 250);
  const page = { current: 1, size: 30, year };
  const found = useCall(
    enterpriseTotalCalls.list,
    { ...page, ...(searched && { entName: searched }) },
    { enabled: open, keepPrevious: true },
  );
  const chosen = useCall(enterpriseTotalCalls.list, { ...page, unitId: value }, { enabled: value !== undefined });
  const names = new Map(
    [...(chosen.data?.records ?? []), ...(found.data?.records ?? [])].map((row) => [row.unitId, row.entName]),
  );
  return (
    <Select<string>
      id={id}
      value={value}
      onChange={(unitId) => onChange(unitId ?? null)}
      allowClear={clear}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onOpenChange={setOpen}
      loading={open && found.isFetching}
      options={[...names].map(([unitId, entName]) => ({ value: unitId, label: entName }))}
      placeholder={t("form.searchHere")}
      notFoundContent={found.isFetching ? t("common.loading") : t("form.noneFound")}
      style={{ width: "100%" }}
    />
  );
}
