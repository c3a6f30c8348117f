import { AuditRecord, type AuditRecordRow, auditRecordCalls } from "@jipei/contract/logs/audit-record.ts";
import { User, userCalls } from "@jipei/contract/users/user.ts";
import { Select } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { RefSelect } from "../core/form/ref-select.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useCall } from "../core/api/use-call.ts";
import { AuditChanges } from "./audit-changes.tsx";
import { useClear } from "../core/ui/use-clear.tsx";

const users = refSource({ entity: User, list: userCalls.list, detail: userCalls.detail, note: "account" });

/** 操作审计: who did what to which row, and what it changed. */
export default function AuditRecordPage() {
  const t = useTexts();
  const label = useLabel();
  const time = {
    field: "operateTime",
    width: 170,
    render: (row: AuditRecordRow) => <span className="numeric">{row.operateTime}</span>,
  } as const;
  const action = { field: "action", width: 150, render: (row: AuditRecordRow) => label(row.actionName) } as const;
  const kind = { field: "bizType", width: 130, render: (row: AuditRecordRow) => label(row.kind) } as const;
  const title = {
    key: "rowTitle",
    title: ["数据", "Row"] as const,
    width: 200,
    render: (row: AuditRecordRow) => (row.rowTitle ? label([row.rowTitle, row.rowTitleEn ?? row.rowTitle]) : row.bizId),
  };
  const state = {
    field: "toStatus",
    title: ["状态变化", "State"] as const,
    width: 200,
    render: (row: AuditRecordRow) =>
      [row.from, row.to].flatMap((one) => (one ? [label(one)] : [])).join(" → ") || t("common.none"),
  } as const;
  const name = {
    field: "operatorName",
    width: 120,
    render: (row: AuditRecordRow) => (row.operatorId === "0" ? label(["系统", "System"]) : row.operatorName),
  } as const;
  const role = {
    field: "operatorRole",
    width: 170,
    render: (row: AuditRecordRow) => label(row.roles) || t("common.none"),
  } as const;
  return (
    <CrudPage
      entity={AuditRecord}
      calls={{ list: auditRecordCalls.list, detail: auditRecordCalls.detail, export: auditRecordCalls.export }}
      resource="audit_trail"
      columns={[action, time, kind, title, state, name, role, { field: "opinion", width: 220 }, "clientIp", "bizId"]}
      card={[action, title, time]}
      search={["bizType", "operatorId", "action", "operateTime", "bizId"]}
      searchControls={{ bizType: KindControl, action: AuditActionControl, operatorId: OperatorControl }}
      view={["operateTime", "clientIp", "bizId", "opinion"]}
      below={(row) => <AuditChanges row={row} />}
    />
  );
}

function KindControl(props: ControlProps) {
  return <WordControl {...props} of="kinds" />;
}

function AuditActionControl(props: ControlProps) {
  return <WordControl {...props} of="actions" />;
}

/** Picks a code by its word, found by typing. */
function WordControl({ id, value, onChange, of }: ControlProps & { of: "kinds" | "actions" }) {
  const t = useTexts();
  const clear = useClear();
  const label = useLabel();
  const { data } = useCall(auditRecordCalls.words, undefined);
  const options = (data?.[of] ?? []).map((one) => ({ value: one.name, label: label(one) }));
  return (
    <Select
      id={id}
      value={(value as string | null) ?? undefined}
      onChange={(next) => onChange?.(next ?? null)}
      options={options}
      placeholder={t("form.choose")}
      allowClear={clear}
      showSearch={{ optionFilterProp: "label" }}
    />
  );
}

function OperatorControl({ id, value, onChange }: ControlProps) {
  return <RefSelect id={id} source={users} value={value as string | null} onChange={(next) => onChange?.(next)} />;
}
