import { lessonType } from "@jipei/contract/core/fields/codes.ts";
import { Lesson } from "@jipei/contract/training/lesson.ts";
import { Input } from "antd";
import { plainNumber } from "../../core/form/form-values.ts";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { lessonRefs } from "../sources.ts";
import { useTexts } from "../texts.ts";
import type { PatternPart } from "./pattern.ts";

interface Props {
  parts: readonly PatternPart[];
  onChange: (parts: readonly PatternPart[]) => void;
}

/** Theory and practice: how many hours, what is written into the lessons, who teaches them and where. */
export function PatternParts({ parts, onChange }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { fields } = Lesson;
  return (
    <>
      {parts.map((part, i) => {
        const name = label(lessonType.codes[part.lessonType]);
        const change = (changed: Partial<PatternPart>) =>
          onChange(parts.map((one, j) => (j === i ? { ...one, ...changed } : one)));
        const one = (value: string | string[] | null) => (Array.isArray(value) ? (value[0] ?? null) : value);
        return (
          <fieldset key={part.lessonType} className="pattern-group pattern-part">
            <legend>{name}</legend>
            <label>
              {t("pattern.hours")}
              <Input
                inputMode="decimal"
                value={part.hours}
                onChange={({ target }) => change({ hours: String(plainNumber(target.value)) })}
              />
            </label>
            <label>
              {label(fields.content)}
              <Input
                value={part.content}
                maxLength={180}
                onChange={({ target }) => change({ content: target.value })}
              />
            </label>
            <label htmlFor={`pattern-teacher-${i}`}>
              {label(fields.teacherId)}
              <RefSelect
                id={`pattern-teacher-${i}`}
                source={lessonRefs.teacherId}
                value={part.teacherId}
                onChange={(value) => change({ teacherId: one(value) })}
              />
            </label>
            <label htmlFor={`pattern-room-${i}`}>
              {label(fields.classroomId)}
              <RefSelect
                id={`pattern-room-${i}`}
                source={lessonRefs.classroomId}
                value={part.classroomId}
                onChange={(value) => change({ classroomId: one(value) })}
              />
            </label>
          </fieldset>
        );
      })}
    </>
  );
}
