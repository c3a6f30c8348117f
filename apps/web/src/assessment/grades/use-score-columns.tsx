import { Grade } from "@jipei/contract/assessment/grade.ts";
import { gradeResult } from "@jipei/contract/core/fields/codes.ts";
import { Checkbox, Tooltip } from "antd";
import type { TableProps } from "antd";
import { RowActions } from "../../core/crud/row-actions.tsx";
import { useRowDraft } from "../../core/form/row-drafts.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useSession } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";
import { type Part, type ScoreDrafts, type SheetRow, hasScored, keptUntil } from "./score-drafts.ts";
import { ScoreInput } from "./score-input.tsx";

type Columns = NonNullable<TableProps<SheetRow>["columns"]>;

interface Options {
  drafts: ScoreDrafts;
  /** The parts that are shown. */
  parts: readonly Part[];
  /** The parts that this assessment includes. */
  assessed: readonly Part[];
  /** Those of them whose scores this user enters. */
  entered: readonly Part[];
  /** Whether scores can be entered; otherwise they are only shown. */
  scoring: boolean;
  /** Absent where no grade may be corrected. */
  onCorrect?: (row: SheetRow) => void;
}

/** Columns of a score sheet: the person, a score for each part, both flags, and the result. */
export function useScoreColumns({ drafts, parts, assessed, entered, scoring, onCorrect }: Options): Columns {
  const t = useTexts();
  const label = useLabel();
  const { info } = useSession();
  const flag = (name: FlagProps["name"], text: string): Columns[number] => ({
    title: text,
    width: 70,
    render: (_, row) => <ScoreFlag drafts={drafts} row={row} name={name} text={text} disabled={!scoring} />,
  });
  const score = (part: Part): Columns[number] => ({
    title: label(Grade.fields[part]),
    width: 110,
    align: "right",
    render: (_, row) =>
      scoring && (entered.includes(part) || keptUntil(row, part)) ? (
        <ScoreInput drafts={drafts} row={row} part={part} assessed={assessed} />
      ) : (
        <span className="numeric">{row[part] ?? "—"}</span>
      ),
  });
  const correct = (row: SheetRow) => ({
    key: "correct",
    label: t("scores.correct"),
    disabled: hasScored(row, info?.userId) ? t("scores.ownCorrect") : null,
    run: () => onCorrect?.(row),
  });
  return [
    { title: label(Grade.fields.examineeNo), dataIndex: "examineeNo", width: 150 },
    { title: label(Grade.fields.name), dataIndex: "name", width: 100, fixed: "left" },
    ...parts.map(score),
    flag("isAbsent", t("scores.absent")),
    flag("isCheat", t("scores.cheat")),
    { title: label(Grade.fields.totalScore), dataIndex: "totalScore", width: 90, align: "right" },
    {
      title: label(Grade.fields.result),
      width: 100,
      render: (_, row) => <StatusTag codes={gradeResult} value={row.result} />,
    },
    ...(onCorrect
      ? [
          {
            title: "",
            width: 80,
            render: (_: unknown, row: SheetRow) => <RowActions of={row.name ?? ""} actions={[correct(row)]} />,
          },
        ]
      : []),
  ];
}

interface FlagProps {
  drafts: ScoreDrafts;
  row: SheetRow;
  name: "isAbsent" | "isCheat";
  text: string;
  disabled: boolean;
}

function ScoreFlag({ drafts, row, name, text, disabled }: FlagProps) {
  const t = useTexts();
  const draft = useRowDraft(drafts, row.id);
  const isFound = name === "isCheat" && row.isExamCheat === "1";
  const box = (
    <Checkbox
      aria-label={`${text} ${row.name}`}
      checked={(draft?.[name] ?? row[name]) === "1"}
      disabled={disabled || isFound}
      onChange={(event) => drafts.edit(row.id, { [name]: event.target.checked ? "1" : "0" })}
    />
  );
  return isFound && !disabled ? <Tooltip title={t("scores.cheatOfExam")}>{box}</Tooltip> : box;
}
