import {
  type ExamResultGroup,
  type ExamResults,
  examResultFigures,
  examResultsBy,
  examResultsCalls as calls,
} from "@jipei/contract/exams/exam-results.ts";
import { Button, Table } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import { usePageButtons } from "../../core/crud/page-buttons.ts";
import { ExportButton } from "../../core/files/export-button.tsx";
import { formatCount, formatPercent } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import type { ParamChange } from "../../core/page/use-query-params.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { ResultsControls } from "./results-controls.tsx";
import { type ResultGroup, intoGroup, useResultsQuery } from "./results-query.ts";
import "../exams.css";

const names = Object.keys(examResultFigures) as (keyof ExamResults)[];
const formatFigure = (value: string | number | null | undefined): string =>
  typeof value === "number" ? formatCount(value) : formatPercent(value);

/** 成绩汇总: results of exams by class, institution or course, the weakest first. */
export default function ResultsPage() {
  const label = useLabel();
  const { asked, change } = useResultsQuery();
  const query = useCall(calls.results, asked);
  return (
    <div className="page">
      <PageHeader
        title={label(["成绩汇总", "Results of exams"])}
        actions={<ExportButton call={calls.resultsSheet} params={asked} />}
      />
      <ResultsControls asked={asked} change={change} />
      <Loaded query={query} rows={8}>
        {({ groups, sum }) =>
          groups.length === 0 ? (
            <Empty text={label(["所选期间没有已结束的考试", "No exam of this period is over"])} />
          ) : (
            <ResultsTable groupBy={asked.groupBy} groups={groups} sum={sum} change={change} />
          )
        }
      </Loaded>
    </div>
  );
}

interface Props {
  groupBy: ResultGroup;
  groups: readonly ExamResultGroup[];
  sum: ExamResults;
  change: ParamChange;
}

function ResultsTable({ groupBy, groups, sum, change }: Props) {
  const label = useLabel();
  const itemRender = usePageButtons();
  const name = (group: ExamResultGroup) =>
    groupBy === "class" ? (
      group.name
    ) : (
      <Button type="link" className="link-button" onClick={() => change(intoGroup(groupBy, group.id))}>
        {group.name}
      </Button>
    );
  return (
    <Table<ExamResultGroup>
      size="small"
      rowKey="id"
      dataSource={groups}
      scroll={{ x: 1180 }}
      pagination={{ itemRender, pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: label(examResultsBy.codes[groupBy]), fixed: "left", render: (_value, group) => name(group) },
        ...names.map((figure) => ({
          title: label(examResultFigures[figure]),
          align: "end" as const,
          width: 124,
          className: "numeric",
          sorter: (a: ExamResultGroup, b: ExamResultGroup) => Number(a[figure] ?? -1) - Number(b[figure] ?? -1),
          render: (_value: unknown, group: ExamResultGroup) => formatFigure(group[figure]),
        })),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>
            <strong>{label(["合计", "Total"])}</strong>
          </Table.Summary.Cell>
          {names.map((figure, index) => (
            <Table.Summary.Cell key={figure} index={index + 1} align="end" className="numeric">
              <strong>{formatFigure(sum[figure])}</strong>
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      )}
    />
  );
}
