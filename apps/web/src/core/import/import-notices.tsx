import type { ImportReport } from "@jipei/contract/core/import.ts";
import { Button, Checkbox } from "antd";
import { useLabel } from "../i18n/language.ts";
import { formatCount } from "../format/numbers.ts";
import { useTexts } from "./texts.ts";

interface Props {
  notices: ImportReport["notices"];
  confirmed: ReadonlySet<string>;
  onConfirm: (keys: readonly string[], on: boolean) => void;
}

/** What may be meant otherwise, each with the places that it is about: nothing is imported until all of it is confirmed. */
export function ImportNotices({ notices, confirmed, onConfirm }: Props) {
  const t = useTexts();
  const label = useLabel();
  const open = notices.filter(({ key }) => !confirmed.has(key));
  return (
    <section className="import-notices" aria-label={t("notices", { n: formatCount(notices.length) })}>
      <div className="import-notices-head">
        <strong>{t("notices", { n: formatCount(notices.length) })}</strong>
        {open.length > 1 && (
          <Button
            size="small"
            onClick={() =>
              onConfirm(
                open.map(({ key }) => key),
                true,
              )
            }
          >
            {t("confirmAll")}
          </Button>
        )}
      </div>
      <ul>
        {notices.map(({ key, zh, en, count, cells }) => (
          <li key={key}>
            <Checkbox checked={confirmed.has(key)} onChange={(event) => onConfirm([key], event.target.checked)}>
              {label({ zh, en })}
            </Checkbox>
            {count > 0 && (
              <p className="import-places">
                {t("places", { n: formatCount(count) })}
                {cells.map(({ row, column, value }) => (
                  <span key={`${row}/${column}`} className="import-place">
                    {column ?? ""}
                    {row}
                    {value && ` ${value}`}
                  </span>
                ))}
                {count > cells.length && "…"}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
