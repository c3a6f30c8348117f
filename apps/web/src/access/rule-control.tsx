import type { OutputOf } from "@jipei/contract/core/call.ts";
import { dataScopeCalls } from "@jipei/contract/access/data-scope.ts";
import { Input } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { useCall } from "../core/api/use-call.ts";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { useSubject } from "./data-scope-controls.tsx";

/** What a rule can use of the user whose rows are restricted. */
const attributes: readonly (readonly [string, Named])[] = [
  ["userId", ["用户", "user"]],
  ["account", ["账号", "account"]],
  ["deptId", ["所属部门", "department"]],
  ["orgId", ["所属机构", "institution"]],
  ["entId", ["所属企业", "enterprise"]],
  ["accountId", ["学员账号", "student account"]],
  ["assessorId", ["考评员", "assessor"]],
  ["tenantId", ["租户", "tenant"]],
];

/** A custom rule: checked while it is typed, with the words that it may use. */
export function RuleControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const label = useLabel();
  const subject = useSubject();
  const rule = (value as string | null) ?? "";
  const typed = useDelayed(rule, 300);
  const check = useCall(
    dataScopeCalls.check,
    { scopeClass: subject?.name ?? "", rule: typed },
    { enabled: subject !== undefined && typed.trim() !== "", staleTime: 60_000 },
  );
  const issue = typed === rule ? check.data : undefined;
  const add = (word: string) => onChange?.(`${rule}${rule === "" || rule.endsWith(" ") ? "" : " "}${word}`);
  return (
    <>
      <Input.TextArea
        {...control}
        value={rule}
        onChange={(event) => onChange?.(event.target.value)}
        autoSize={{ minRows: 3, maxRows: 8 }}
        spellCheck={false}
      />
      <div role="status">
        {subject && rule.trim() !== "" && issue === null && (
          <p className="unit">{label(["规则正确", "The rule is valid"])}</p>
        )}
        {issue && <RuleIssue rule={typed} issue={issue} />}
      </div>
      <RuleHints subject={subject} onAdd={add} />
    </>
  );
}

/** What is wrong with a rule, and where in it. */
function RuleIssue({ rule, issue }: { rule: string; issue: NonNullable<OutputOf<typeof dataScopeCalls.check>> }) {
  const label = useLabel();
  return (
    <>
      <p className="field-issue">{label({ zh: issue.msg, en: issue.msgEn })}</p>
      <p className="rule-place">
        {rule.slice(0, issue.at)}
        <mark>{rule.slice(issue.at, issue.at + 1) || " "}</mark>
        {rule.slice(issue.at + 1)}
      </p>
    </>
  );
}

interface HintsProps {
  subject: ReturnType<typeof useSubject>;
  onAdd: (word: string) => void;
}

/** How rules are written, and the words that may stand in this one. */
function RuleHints({ subject, onAdd }: HintsProps) {
  const label = useLabel();
  return (
    <details className="access-hint">
      <summary>{label(["规则写法", "How to write a rule"])}</summary>
      <p>
        {label([
          "字段、比较符和值，用 and、or、not 和括号连接。文本写在单引号内，日期如 ",
          "A field, a comparison and a value, joined by and, or, not and brackets. Text is written in single quotes, dates like ",
        ])}
        <code>'2026-01-31'</code>
        {label(["。比较符：", ". Comparisons: "])}
        <code>= &lt;&gt; &lt; &lt;= &gt; &gt;= in (…) startsWith is null</code>
        {label(["。例：", ". An example: "])}
        <code>createDept = #{"{deptId}"} or regionCode startsWith '3304'</code>
      </p>
      <strong>{label(["用户的属性", "Attributes of the user"])}</strong>
      <p className="rule-words">
        {attributes.map(([name, word]) => (
          <button
            key={name}
            type="button"
            className="link-button"
            title={label(word)}
            onClick={() => onAdd(`#{${name}}`)}
          >
            #{`{${name}}`} {label(word)}
          </button>
        ))}
      </p>
      <strong>
        {subject
          ? label([`${subject.zh}的字段`, `Fields of ${subject.en.toLowerCase()}`])
          : label(["请先选择业务对象", "Choose an entity first"])}
      </strong>
      <p className="rule-words">
        {(subject?.fields ?? [])
          .filter(({ comparable }) => comparable)
          .map((field) => (
            <button
              key={field.name}
              type="button"
              className="link-button"
              title={field.codes.map((code) => `${code.value} ${label(code)}`).join("\n") || undefined}
              onClick={() => onAdd(field.name)}
            >
              {field.name} {label(field)}
            </button>
          ))}
      </p>
    </details>
  );
}
