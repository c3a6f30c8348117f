import type { AuditRecordRow, Change } from "@jipei/contract/logs/audit-record.ts";
import { useLabel } from "../core/i18n/language.ts";
import { joinNames } from "../core/i18n/join-names.ts";
import "./logs.css";

/** What was done, and what it changed: each value before and after. */
export function AuditChanges({ row }: { row: AuditRecordRow & { changes?: readonly Change[] } }) {
  const label = useLabel();
  const { kind, actionName, rowTitle, rowTitleEn, from, to, roles, operatorId, operatorName, changes = [] } = row;
  const join = (values: readonly { zh: string; en: string }[]) => joinNames(values.map((value) => label(value)));
  return (
    <>
      <p className="log-action">
        <strong>{label(actionName)}</strong> {label(kind)} {rowTitle && label([rowTitle, rowTitleEn ?? rowTitle])}
        {from && to && <span>{label([`（${label(from)} → ${label(to)}）`, ` (${label(from)} → ${label(to)})`])}</span>}
        <span className="unit">
          {" "}
          {operatorId === "0" ? label(["系统", "System"]) : operatorName} {label(roles)}
        </span>
      </p>
      <h2 className="section-title">{label(["修改内容", "What changed"])}</h2>
      {changes.length === 0 ? (
        <p className="blank">{label(["没有记录数值", "No values recorded"])}</p>
      ) : (
        <table className="log-changes">
          <thead>
            <tr>
              <th scope="col">{label(["项目", "Field"])}</th>
              <th scope="col">{label(["原值", "Before"])}</th>
              <th scope="col">{label(["新值", "After"])}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, i) => (
              <tr key={i}>
                <th scope="row">{label(change)}</th>
                <td>{join(change.before)}</td>
                <td>{join(change.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
