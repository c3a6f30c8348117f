import { regionCalls } from "@jipei/contract/settings/region.ts";
import { Select } from "antd";
import { useState } from "react";
import type { ControlProps } from "./field-control.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { useCall } from "../api/use-call.ts";
import { useDelayed } from "../ui/use-delayed.ts";
import { useClear } from "../ui/use-clear.tsx";

/** Full name of a region code; the code itself while it is not known. */
export function RegionText({ code }: { code: string | null | undefined }) {
  const t = useTexts();
  const region = useCall(regionCalls.detail, { code: code ?? "" }, { enabled: Boolean(code), staleTime: 3_600_000 });
  if (!code) return <span className="blank">{t("common.none")}</span>;
  const row = region.data as { fullName: string | null; name: string } | undefined;
  return row?.fullName || row?.name || code;
}

/** Picks a region by its name or code; the control of `regionCode` fields. */
export function RegionControl({ value, onChange, id, disabled }: ControlProps) {
  const t = useTexts();
  const clear = useClear();
  const [keyword, setKeyword] = useState("");
  const searched = useDelayed(keyword, 250).trim();
  const by = /^\d+$/.test(searched) ? { code: searched } : { name: searched };
  const found = useCall(regionCalls.select, by, { enabled: searched !== "", keepPrevious: true });
  const nodes = searched === "" ? [] : (found.data ?? []);
  const options = nodes.map((node) => ({ value: node.value, label: node.fullName ?? node.title }));
  const code = (value as string | null | undefined) ?? undefined;
  const nothing = searched === "" ? t("form.searchHere") : t("form.noneFound");
  return (
    <Select
      id={id}
      value={code}
      disabled={disabled}
      onChange={(next) => onChange?.(next ?? null)}
      allowClear={clear}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={options}
      labelRender={({ value: shown, label }) => label ?? <RegionText code={String(shown)} />}
      notFoundContent={found.isFetching ? t("common.loading") : nothing}
      placeholder={t("form.searchHere")}
      style={{ width: "100%" }}
    />
  );
}
