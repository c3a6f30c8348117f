import {
  type DataScope,
  dataScopeCalls,
  type ScopePreview as ScopePreviewed,
} from "@jipei/contract/access/data-scope.ts";
import { Button, Form } from "antd";
import { useId, useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { FailureList } from "../core/dialog/failure-list.tsx";
import type { FormValues } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { PersonSelect } from "./person-select.tsx";
import { useSubject } from "./data-scope-controls.tsx";

type Draft = FormValues<typeof DataScope>;

/** How much a user would see with the scope as it is entered in the form. */
export function ScopePreview() {
  const label = useLabel();
  const id = useId();
  const form = Form.useFormInstance();
  const subject = useSubject();
  const [userId, setUserId] = useState<string | null>(null);
  const [seen, setSeen] = useState<ScopePreviewed | null>(null);
  const { busy, error, attempt } = useAttempt();
  const count = () =>
    attempt(async () => {
      setSeen(null);
      const { scopeType, scopeColumn, scopeValue } = form.getFieldsValue(true) as Draft;
      if (!userId || !subject || !scopeType) return;
      const input = {
        userId,
        scopeClass: subject.name,
        scopeType,
        scopeColumn: scopeType === "1" || scopeType === "5" ? null : (scopeColumn ?? null),
        scopeValue: scopeType === "5" ? (scopeValue ?? null) : null,
      };
      setSeen(await invoke(dataScopeCalls.preview, input, { silent: true }));
    });
  const number = (n: number) => (seen && n >= seen.most ? `${seen.most}+` : String(n));
  return (
    <div className="access-hint scope-preview">
      <label htmlFor={id}>{label(["预览：该用户能看到多少数据", "Preview: how many rows a user would see"])}</label>
      <div className="toolbar">
        <div className="grow">
          <PersonSelect id={id} value={userId} onChange={setUserId} />
        </div>
        <Button onClick={() => void count()} loading={busy} disabled={!userId || !subject}>
          {label(["预览", "Preview"])}
        </Button>
      </div>
      {error && <FailureList error={error} />}
      {seen && (
        <p role="status">
          {label([
            `业务范围内 ${number(seen.business)} 条，现在可见 ${number(seen.now)} 条，使用此权限后可见 ${number(seen.tried)} 条。`,
            `${number(seen.business)} rows in the scope of the business, ${number(seen.now)} seen now, ${number(seen.tried)} with this scope.`,
          ])}
        </p>
      )}
    </div>
  );
}
