import { attendStatus } from "@jipei/contract/core/fields/codes.ts";
import { Input, InputNumber } from "antd";
import type { KeyboardEvent } from "react";
import { formatPercent } from "../../core/format/numbers.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useTexts } from "../texts.ts";
import {
  type Mark,
  type Student,
  early,
  isLow,
  late,
  makeup,
  markKey,
  statuses,
  usualMinutes,
} from "./attendance-marks.ts";

interface Props {
  student: Student;
  /** The least rate, in percent. */
  limit: number;
  makeupLimit: number;
  mark: Mark | undefined;
  locked: boolean;
  onMark: (mark: Mark) => void;
}

/** A student with their marks: chosen by pointer or by the digit of a status; arrow keys lead to the next row. */
export function AttendanceRow(props: Props) {
  const { student, limit, mark, onMark } = props;
  const t = useTexts();
  const choose = (status: Mark["attendStatus"]) =>
    onMark({
      attendStatus: status,
      ...(status === late || status === early ? { minutes: mark?.minutes ?? usualMinutes } : {}),
      ...(status === makeup ? { makeupReason: mark?.makeupReason ?? "" } : {}),
    });
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== "radio") return;
    const typed = statuses.find((status) => status === event.key);
    if (typed && mayMark(props, typed)) {
      event.preventDefault();
      choose(typed);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const row = event.currentTarget;
    const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector<HTMLInputElement>("input[type=radio]:checked, input[type=radio]")?.focus();
  };
  const low = isLow(student, limit);
  return (
    <li className="attendance-row" onKeyDown={keys}>
      <span className="attendance-name">
        <strong>{student.name}</strong> <span className="unit">{student.studentNo?.slice(-3)}</span>
      </span>
      <Marks {...props} onChoose={choose} />
      <MarkDetails {...props} />
      <span className={low ? "attendance-rate low" : "attendance-rate"} title={low ? t("attendance.below") : undefined}>
        {formatPercent(student.attendanceRate)}
        {low && <span className="visually-hidden">{t("attendance.below")}</span>}
      </span>
    </li>
  );
}

/** Whether a row takes a status now; nobody makes up for a card where the limit is none. */
const mayMark = ({ locked, makeupLimit }: Props, status: Mark["attendStatus"]): boolean =>
  !locked && (status !== makeup || makeupLimit > 0);

/** One key a status. */
function Marks(props: Props & { onChoose: (status: Mark["attendStatus"]) => void }) {
  const { student, mark, onChoose } = props;
  const t = useTexts();
  const codeText = useCodeText();
  return (
    <span className="attendance-marks" role="radiogroup" aria-label={student.name}>
      {statuses.map((status) => (
        <label
          key={status}
          className={`attendance-mark ${tones[status]}${mark?.attendStatus === status ? " chosen" : ""}`}
          title={codeText(attendStatus, status)}
        >
          <input
            type="radio"
            name={`mark-${student.studentId}`}
            checked={mark?.attendStatus === status}
            disabled={!mayMark(props, status)}
            onChange={() => onChoose(status)}
            aria-label={codeText(attendStatus, status)}
          />
          <span aria-hidden>{t(markKey(status))}</span>
        </label>
      ))}
    </span>
  );
}

const tones = {
  "1": "good",
  "2": "waiting",
  "3": "waiting",
  "4": "neutral",
  "5": "bad",
  "6": "busy",
} as const satisfies Record<(typeof statuses)[number], string>;

/** What a mark asks for beside itself: minutes, or why a card was made up for. */
function MarkDetails({ student, makeupLimit, mark, locked, onMark }: Props) {
  const t = useTexts();
  return (
    <span className="attendance-more">
      {(mark?.attendStatus === late || mark?.attendStatus === early) && (
        <InputNumber<number>
          size="small"
          value={mark.minutes ?? usualMinutes}
          onChange={(minutes) => onMark({ ...mark, minutes: minutes ?? usualMinutes })}
          min={1}
          max={600}
          precision={0}
          disabled={locked}
          suffix={t("attendance.minutes")}
          aria-label={t(mark.attendStatus === late ? "attendance.lateBy" : "attendance.earlyBy")}
        />
      )}
      {mark?.attendStatus === makeup && (
        <Input
          size="small"
          value={mark.makeupReason ?? ""}
          onChange={({ target }) => onMark({ ...mark, makeupReason: target.value })}
          maxLength={200}
          disabled={locked}
          placeholder={t("attendance.makeupReason")}
          aria-label={t("attendance.makeupReason")}
          suffix={t("attendance.makeups", { n: student.makeups, limit: makeupLimit })}
        />
      )}
    </span>
  );
}
