import { letters } from "@jipei/contract/exams/question.ts";
import { Checkbox, Form, Radio } from "antd";
import type { Control } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";

const trueOrFalse = [
  { value: "A", words: ["正确", "True"] },
  { value: "B", words: ["错误", "False"] },
] as const;

/** The answer: one letter, several, or true and false, as the kind of question in the same form asks. */
export const AnswerControl: Control = ({ field, value, onChange, id, disabled }) => {
  const label = useLabel();
  const type = Form.useWatch<string | undefined>("questionType");
  const values: unknown = Form.useWatch([]);
  const offered = letters.filter(
    (letter) => typeof values === "object" && values !== null && Reflect.get(values, `option${letter}`),
  );
  const given = typeof value === "string" ? value : "";
  const shared = { id, disabled, "aria-label": label(field) };
  if (type === "3")
    return (
      <Radio.Group
        {...shared}
        value={given}
        onChange={({ target }) => onChange?.(target.value)}
        options={trueOrFalse.map((one) => ({ value: one.value, label: label(one.words) }))}
      />
    );
  if (offered.length === 0) return <p className="form-hint">{label(["先填写选项", "Fill in the options first"])}</p>;
  if (type === "2")
    return (
      <Checkbox.Group
        {...shared}
        value={[...given]}
        onChange={(chosen) => onChange?.(offered.filter((letter) => chosen.includes(letter)).join(""))}
        options={offered.map((letter) => ({ value: letter, label: letter }))}
      />
    );
  return (
    <Radio.Group
      {...shared}
      value={given}
      onChange={({ target }) => onChange?.(target.value)}
      options={offered.map((letter) => ({ value: letter, label: letter }))}
    />
  );
};
