import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import { placeWords } from "@jipei/contract/reports/places.ts";
import { isSummable, shownFields } from "@jipei/contract/reports/report-fields.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { reportCalls } from "@jipei/contract/reports/report.ts";
import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useId } from "react";
import { useAttempt } from "../core/api/use-attempt.ts";
import { useCall } from "../core/api/use-call.ts";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { AttachmentControl } from "../core/form/attachment-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { Loaded } from "../core/ui/states.tsx";
import type { Design } from "./design-state.ts";

interface Props {
  design: Design;
  /** The workbook that is saved. */
  savedName: string | null;
  onChange: (templateId: string | null) => void;
}

/** The workbook of a form: one to begin with, the own one, and what it may say. */
export function TemplateChoice({ design, savedName, onChange }: Props) {
  const label = useLabel();
  const id = useId();
  const { busy, attempt } = useAttempt();
  const { name, dataSet, layout, templateId } = design;
  const isChosen = layout.columns.length > 0;
  return (
    <div className="report-choice">
      <label htmlFor={id}>{label(["Excel 模板", "Excel template"])}</label>
      <p className="report-note">
        {label([
          "先下载初始模板，在 Excel 中调整标题、边框、列宽和打印设置，再上传；不上传则使用初始模板。",
          "Download the template to begin with, change titles, borders, widths and print set-up in Excel, and upload it. Without an upload the first one is used.",
        ])}
      </p>
      {savedName && !templateId && (
        <p>
          {label(["当前模板：", "Template: "])}
          {savedName}{" "}
          {design.id && (
            <Button
              type="link"
              size="small"
              icon={<DownloadOutlined />}
              onClick={() => void attempt(async () => saveAs(await fetchFile(reportCalls.template, { id: design.id })))}
            >
              {label(["下载", "Download"])}
            </Button>
          )}
        </p>
      )}
      <Button
        icon={<DownloadOutlined />}
        loading={busy}
        disabled={!isChosen}
        onClick={() =>
          void attempt(async () =>
            saveAs(await fetchFile(runCalls.starter, { name: name || undefined, dataSet, layout })),
          )
        }
      >
        {label(["下载初始模板", "Template to begin with"])}
      </Button>
      <AttachmentControl id={id} value={templateId} onChange={onChange} />
      {templateId && <Checked design={design} templateId={templateId} />}
      <Places design={design} />
    </div>
  );
}

/** What the uploaded workbook asks for, and what is wrong with it. */
function Checked({ design: { dataSet, layout }, templateId }: { design: Design; templateId: string }) {
  const label = useLabel();
  const checked = useCall(runCalls.check, { templateId, dataSet, layout });
  return (
    <Loaded query={checked} rows={1}>
      {({ places, problems }) =>
        problems.length === 0 ? (
          <p className="report-good" role="status">
            {label([`模板可用，共${places.length}处填写位置`, `The template is good; places: ${places.length}`])}
          </p>
        ) : (
          <div role="alert">
            <ul className="report-problems">
              {problems.map((problem, index) => (
                <li key={index}>
                  {problem.cell && <code>{problem.cell}</code>} {label(problem)}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

/** What may stand between the braces. */
function Places({ design: { dataSet, layout } }: { design: Design }) {
  const label = useLabel();
  const fields = shownFields(dataSets[dataSet].entity);
  const { sum, average, index, ...once } = placeWords;
  const asked = layout.filters.filter(({ isAsked }) => isAsked === "1");
  const word = (words: readonly [string, string]) => `{{${label(words)}}}`;
  return (
    <details className="report-places">
      <summary>{label(["可填写的位置", "What places may say"])}</summary>
      <dl>
        <dt>{label(["任意位置", "Anywhere"])}</dt>
        <dd>{[...Object.values(once).map(word), ...asked.map(({ name }) => `{{${name}}}`)].join("  ")}</dd>
        <dt>{label(["重复行", "Repeated rows"])}</dt>
        <dd>
          <code>{"{{#each rows}} … {{/each}}"}</code> {word(index)}{" "}
          {fields.map(([, field]) => `{{${label(field)}}}`).join("  ")}
        </dd>
        <dt>{label(["合计与平均", "Sums and averages"])}</dt>
        <dd>
          {fields
            .filter(([, field]) => isSummable(field))
            .map(([, field]) => `{{${label(sum)}.${label(field)}}}  {{${label(average)}.${label(field)}}}`)
            .join("  ")}
        </dd>
      </dl>
    </details>
  );
}
