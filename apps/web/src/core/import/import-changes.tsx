import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportChange, ImportReport } from "@jipei/contract/core/import.ts";
import { Table } from "antd";
import { usePageButtons } from "../crud/page-buttons.ts";
import { useFieldText } from "../form/field-value.tsx";
import { getFields } from "../form/fields.ts";
import { formatCount } from "../format/numbers.ts";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "./texts.ts";

interface Props {
  entity: Entity;
  report: ImportReport;
  /** Whether the import will change them. */
  covering: boolean;
}

/** What is stored of rows that are there already, beside what the sheet says of them. */
export function ImportChanges({ entity, report, covering }: Props) {
  const t = useTexts();
  const itemRender = usePageButtons();
  const label = useLabel();
  const text = useFieldText();
  const fields = getFields(entity);
  const shown = (name: string, value: string | null | undefined) => {
    const field = fields[name];
    if (value === null || value === undefined || value === "") return <span className="unit">{t("blank")}</span>;
    return field && field.kind !== "int" ? text(field, value) : value;
  };
  const { differing, changes } = report;
  return (
    <section aria-label={t("differing", { n: formatCount(differing) })}>
      <p className={covering ? "import-differing import-covering" : "import-differing"}>
        <strong>{t("differing", { n: formatCount(differing) })}</strong> {covering ? t("willChange") : t("willStay")}
      </p>
      <Table<ImportChange>
        size="small"
        rowKey={(change) => `${change.row}/${change.field}`}
        dataSource={changes}
        pagination={{ itemRender, pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 640 }}
        columns={[
          { title: t("row"), dataIndex: "row", width: 72, align: "end" },
          { title: t("which"), dataIndex: "title", width: 120, ellipsis: true },
          {
            title: t("field"),
            width: 120,
            render: (_value, { field }) => (fields[field] ? label(fields[field]) : field),
          },
          { title: t("now"), width: 160, render: (_value, { field, before }) => shown(field, before) },
          {
            title: t("inSheet"),
            width: 160,
            render: (_value, { field, after }) =>
              covering ? <strong>{shown(field, after)}</strong> : shown(field, after),
          },
        ]}
      />
    </section>
  );
}
