import type { CodeList } from "@jipei/contract/core/fields/field.ts";
import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import { formatDateTime } from "../format/dates.ts";
import { useLabel } from "../i18n/language.ts";
import { useCodeText } from "../format/status-tag.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import "./audit-list.css";

export interface AuditRow {
  auditId?: string | null;
  action: string | null;
  fromStatus?: string | null;
  toStatus?: string | null;
  opinion?: string | null;
  operatorName: string | null;
  operatorRole?: string | null;
  operateTime: string | null;
  clientIp?: string | null;
}

interface Props {
  records: readonly AuditRow[] | null | undefined;
  /** Names actions and states; without it they are shown as they are stored. */
  machine?: Machine<string, string>;
  states?: CodeList;
}

/** The name under which the software itself does something. */
const own = "系统";

/** 办理记录: who did what, when, and why; oldest first. */
export function AuditList({ records, machine, states = machine?.states }: Props) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  if (!records?.length) return <p className="blank">{t("audit.none")}</p>;
  const actionText = (name: string | null) => {
    const action = name ? (machine?.actions[name] ?? auditActions[name]) : undefined;
    return action ? label(action) : (name ?? "");
  };
  return (
    <ol className="audit-list">
      {records.map((record, i) => (
        <li key={record.auditId ?? i}>
          <div>
            <strong>{actionText(record.action)}</strong>
            {record.fromStatus && record.toStatus && record.fromStatus !== record.toStatus && (
              <span className="unit">
                {" "}
                {t("audit.change", {
                  from: codeText(states, record.fromStatus),
                  to: codeText(states, record.toStatus),
                })}
              </span>
            )}
          </div>
          <div className="unit">
            <time>{record.operateTime ? formatDateTime(record.operateTime) : ""}</time>{" "}
            {record.operatorName === own ? label([own, "System"]) : record.operatorName}
            {record.clientIp && <> · {t("audit.address", { ip: record.clientIp })}</>}
          </div>
          {record.opinion && <div className="long-text">{t("audit.opinion", { text: record.opinion })}</div>}
        </li>
      ))}
    </ol>
  );
}
