import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCell, ImportReport } from "@jipei/contract/core/import.ts";
import { Button, Input, Select, Table } from "antd";
import { usePageButtons } from "../crud/page-buttons.ts";
import { getFields } from "../form/fields.ts";
import { useLabel } from "../i18n/language.ts";
import { columnLetters, correct, findCorrection, mapColumn, takeSuggestions } from "./import-state.ts";
import type { ImportEdits } from "./import-state.ts";
import { formatCount } from "../format/numbers.ts";
import { useTexts } from "./texts.ts";

interface Part {
  entity: Entity;
  edits: ImportEdits;
  onChange: (edits: ImportEdits) => void;
}

/** Which column is read into which field: as guessed, and to be corrected. */
export function ImportColumns({ entity, report, edits, onChange }: Part & { report: ImportReport }) {
  const t = useTexts();
  const label = useLabel();
  const fields = getFields(entity);
  const { columns } = report;
  const names = new Set([...columns.flatMap(({ field }) => field || []), ...(report.fields ?? [])]);
  const options = [
    { value: "", label: t("ignored") },
    ...[...names].map((name) => ({ value: name, label: fields[name] ? label(fields[name]) : name })),
  ];
  return (
    <details className="import-columns" open={columns.some(({ field, isGuessed }) => !field || isGuessed === "1")}>
      <summary>{t("columns")}</summary>
      <div className="import-columns-grid">
        {columns.map(({ index, header, field, isGuessed }) => (
          <label key={index}>
            <span>
              <span className="unit">{columnLetters(index)}</span> {header}
              {isGuessed === "1" && !edits.mapping.has(index) && <em className="import-guessed">{t("guessed")}</em>}
            </span>
            <Select
              aria-label={t("columnOf", { header })}
              value={edits.mapping.get(index) ?? field ?? ""}
              options={options}
              onChange={(next: string) => onChange(mapColumn(edits, columns, index, next))}
              showSearch={{ optionFilterProp: "label" }}
            />
          </label>
        ))}
      </div>
    </details>
  );
}

interface CorrectionProps {
  field: Field | undefined;
  label: string;
  value: string | null;
  suggestion: string | null | undefined;
  onChange: (value: string) => void;
}

/** What a cell should say: typed, or chosen where only certain words are known. */
function Correction({ field, label: name, value, suggestion, onChange }: CorrectionProps) {
  const label = useLabel();
  if (field?.kind !== "code" || !field.codes)
    return (
      <Input
        aria-label={name}
        value={value ?? ""}
        placeholder={suggestion ?? undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const options = orderedCodes(field.codes).map(([, entry]) => ({ value: entry[0], label: label(entry) }));
  return (
    <Select
      aria-label={name}
      value={value}
      placeholder={suggestion ?? undefined}
      options={options}
      onChange={onChange}
      showSearch={{ optionFilterProp: "label" }}
      style={{ width: "100%" }}
    />
  );
}

/** The bad cells only, each with its reason and a value to correct it to. */
export function ImportCells({ entity, report, edits, onChange }: Part & { report: ImportReport }) {
  const t = useTexts();
  const itemRender = usePageButtons();
  const label = useLabel();
  const fields = getFields(entity);
  const columnText = (cell: ImportCell) =>
    cell.field && fields[cell.field]
      ? `${cell.column ?? ""} ${label(fields[cell.field] as { zh: string; en: string })}`
      : cell.column || t("wholeRow");
  return (
    <section aria-label={t("bad", { n: formatCount(report.bad) })}>
      <div className="import-bad">
        <strong>{t("bad", { n: formatCount(report.bad) })}</strong>
        {report.cells.length < report.bad && (
          <span className="unit">{t("shown", { n: formatCount(report.cells.length) })}</span>
        )}
        {report.cells.some((cell) => cell.suggestion && findCorrection(edits, cell) === null) && (
          <Button size="small" onClick={() => onChange(takeSuggestions(edits, report.cells))}>
            {t("takeAll")}
          </Button>
        )}
      </div>
      <Table<ImportCell>
        size="small"
        rowKey={(cell) => `${cell.row}/${cell.column}/${cell.reasonEn}`}
        dataSource={report.cells}
        pagination={{ itemRender, pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 760 }}
        columns={[
          { title: t("row"), dataIndex: "row", width: 72, align: "end" },
          { title: t("column"), width: 140, render: (_value, cell) => columnText(cell) },
          { title: t("value"), dataIndex: "value", width: 160, ellipsis: true },
          {
            title: t("reason"),
            width: 200,
            render: (_value, cell) => (
              <span className="import-reason">{label({ zh: cell.reasonZh, en: cell.reasonEn })}</span>
            ),
          },
          {
            title: t("correction"),
            width: 200,
            render: (_value, cell) =>
              // A column that is missing is chosen above, not typed.
              cell.field &&
              cell.column && (
                <Correction
                  field={fields[cell.field]}
                  label={t("correctionOf", { row: cell.row, column: cell.column ?? "" })}
                  value={findCorrection(edits, cell)}
                  suggestion={cell.suggestion}
                  onChange={(value) => onChange(correct(edits, cell, value))}
                />
              ),
          },
        ]}
      />
    </section>
  );
}
