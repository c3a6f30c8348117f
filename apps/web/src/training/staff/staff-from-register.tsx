import { type Registered, enterpriseStudentCalls as calls } from "@jipei/contract/training/enterprise-student.ts";
import { known } from "@jipei/contract/core/fields/flags.ts";
import { Button, Form } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";

/** What the registers know goes into fields that are still empty. */
const filled = ["name", "education", "phone", "postName", "entryDate", "contractStart", "contractEnd"] as const;

/** Above the form of somebody new: the number is asked about, and what is known of it needs no typing. */
export function StaffFromRegister({ classId }: { classId: string }) {
  const label = useLabel();
  const form = Form.useFormInstance();
  const idNumber = Form.useWatch<string | null | undefined>("idNumber", form);
  const [found, setFound] = useState<Registered | null>(null);
  const { busy, attempt } = useAttempt();
  const ask = () =>
    attempt(async () => {
      const answer = await invoke(calls.fromRegister, { classId, idNumber: (idNumber ?? "").trim() });
      setFound(answer);
      for (const name of filled) if (answer[name] && !form.getFieldValue(name)) form.setFieldValue(name, answer[name]);
    });
  return (
    <div className="staff-register">
      <Button size="small" disabled={(idNumber ?? "").trim().length !== 18} loading={busy} onClick={() => void ask()}>
        {label(["按证件号码取登记信息", "Take what the registers know of the number"])}
      </Button>
      {found && (
        <>
          <p>
            {label(["本单位参保", "Insured by the enterprise"])} <StatusTag codes={known} value={found.isInsured} />{" "}
            {label(["合同备案", "Contract on file"])} <StatusTag codes={known} value={found.isContract} />
          </p>
          <ul className="unit">
            {found.sources.map(({ zh, en, queryTime }) => (
              <li key={zh}>{`${label([zh, en])} ${formatDateTime(queryTime)}`}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
