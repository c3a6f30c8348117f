import { sex } from "@jipei/contract/core/fields/person-codes.ts";
import { yesNo } from "@jipei/contract/core/fields/flags.ts";
import { answerNames } from "@jipei/contract/external-data/ext-query.ts";
import { useLabel } from "../i18n/language.ts";
import type { Named } from "../i18n/language.ts";
import "./register-answer.css";

/** The answer of a register as pairs, with our labels where the register's name is known. */
export function RegisterAnswer({ text }: { text: unknown }) {
  const label = useLabel();
  if (typeof text !== "string" || !text.startsWith("{")) return null;
  const pairs = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return (
    <dl className="answer">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{label(answerNames[name] ?? [name, name])}</dt>
          <dd>{answerText(name, value, label)}</dd>
        </div>
      ))}
    </dl>
  );
}

const flag = /^(match|is[A-Z]\w*)$/;
function answerText(name: string, value: unknown, label: (named: Named) => string): string {
  if (value === null || value === "") return "—";
  if (flag.test(name) && (value === "0" || value === "1")) return label(yesNo.codes[value]);
  if (name === "sex" && typeof value === "string" && value in sex.codes)
    return label(sex.codes[value as keyof typeof sex.codes]);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
