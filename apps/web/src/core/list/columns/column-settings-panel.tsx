import { Button, Checkbox, Radio } from "antd";
import { useTexts } from "../../i18n/core-texts.ts";
import type { Density, ListPrefs } from "./use-column-prefs.ts";
import "./column-settings.css";

export interface ColumnSettingsProps {
  columns: readonly { key: string; title: string }[];
  prefs: ListPrefs;
  onChange: (prefs: Partial<ListPrefs>) => void;
}

/** What the button of the column settings opens. */
export function ColumnSettingsPanel({ columns, prefs, onChange }: ColumnSettingsProps) {
  const t = useTexts();
  const toggle = (key: string, shown: boolean) =>
    onChange({ hidden: shown ? prefs.hidden.filter((one) => one !== key) : [...prefs.hidden, key] });
  const densities: { value: Density; label: string }[] = [
    { value: "compact", label: t("columns.compact") },
    { value: "middle", label: t("columns.middle") },
    { value: "loose", label: t("columns.loose") },
  ];
  return (
    <div className="column-settings">
      <fieldset>
        <legend>{t("columns.density")}</legend>
        <Radio.Group
          options={densities}
          value={prefs.density}
          onChange={(event) => onChange({ density: event.target.value as Density })}
          optionType="button"
          size="small"
        />
      </fieldset>
      <fieldset>
        <legend>{t("columns.columns")}</legend>
        {columns.map(({ key, title }, i) => (
          <Checkbox
            key={key}
            checked={i === 0 || !prefs.hidden.includes(key)}
            disabled={i === 0}
            onChange={(event) => toggle(key, event.target.checked)}
          >
            {title}
          </Checkbox>
        ))}
      </fieldset>
      <Button size="small" onClick={() => onChange({ hidden: [], density: "compact" })}>
        {t("columns.reset")}
      </Button>
    </div>
  );
}
