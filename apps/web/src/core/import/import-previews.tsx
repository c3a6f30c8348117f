import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCell, ImportPreview, ImportReport } from "@jipei/contract/core/import.ts";
import { Pagination, Segmented } from "antd";
import { type ComponentType, useState } from "react";
import { usePageButtons } from "../crud/page-buttons.ts";
import { getFields } from "../form/fields.ts";
import { formatCount } from "../format/numbers.ts";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "./texts.ts";

/** Shows a row as it will look once it is imported. */
export type RowPreview = ComponentType<{ preview: ImportPreview }>;

const pageSize = 10;

interface Props {
  entity: Entity;
  report: ImportReport;
  preview: RowPreview;
}

/** Each row as it will look, with what is wrong with it; those with faults first, by choice all. */
export function ImportPreviews({ entity, report, preview: Preview }: Props) {
  const t = useTexts();
  const itemRender = usePageButtons();
  const faults = Map.groupBy(report.cells, ({ row }) => row);
  const bad = report.previews.filter(({ row }) => faults.has(row));
  const [which, setWhich] = useState<"bad" | "all">("bad");
  const [page, setPage] = useState(1);
  const shown = which === "bad" && bad.length > 0 ? bad : report.previews;
  const current = Math.min(page, Math.ceil(shown.length / pageSize));
  return (
    <section className="import-previews" aria-label={t("previews")}>
      <h3>{t("previews")}</h3>
      {bad.length > 0 && (
        <Segmented<"bad" | "all">
          aria-label={t("previewsShown")}
          value={which}
          onChange={(next) => {
            setWhich(next);
            setPage(1);
          }}
          options={[
            { value: "bad", label: t("previewsBad", { n: formatCount(bad.length) }) },
            { value: "all", label: t("previewsAll", { n: formatCount(report.previews.length) }) },
          ]}
        />
      )}
      {shown.slice((current - 1) * pageSize, current * pageSize).map((one) => (
        <article key={one.row} aria-labelledby={`preview-${one.row}`}>
          <h4 id={`preview-${one.row}`}>{t("previewRow", { row: one.row })}</h4>
          <Faults entity={entity} cells={faults.get(one.row) ?? []} />
          <Preview preview={one} />
        </article>
      ))}
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        itemRender={itemRender}
        current={current}
        pageSize={pageSize}
        total={shown.length}
        onChange={setPage}
      />
    </section>
  );
}

/** What is wrong with a row. */
function Faults({ entity, cells }: { entity: Entity; cells: readonly ImportCell[] }) {
  const label = useLabel();
  const fields = getFields(entity);
  if (cells.length === 0) return null;
  return (
    <ul className="import-faults">
      {cells.map(({ field, reasonZh, reasonEn }) => {
        const named = field ? fields[field] : undefined;
        return (
          <li key={`${field} ${reasonEn}`}>
            {named && `${label(named)}: `}
            {label([reasonZh, reasonEn])}
          </li>
        );
      })}
    </ul>
  );
}
