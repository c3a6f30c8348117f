import { technicianCalls as calls } from "@jipei/contract/talents/technician.ts";
import { highLevel } from "@jipei/contract/work-records/high-skill-training.ts";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useSend } from "../core/api/use-call.ts";
import type { Control } from "../core/form/field-control.tsx";
import { useCodeText } from "../core/format/status-tag.tsx";
import { useLabel } from "../core/i18n/language.ts";

/** Names somebody of the register by name and ID number, for units to whom it is not listed. */
export const TechnicianFinder: Control = ({ value, onChange, id, disabled }) => {
  const label = useLabel();
  const codeText = useCodeText();
  const [name, setName] = useState("");
  const [idNumber, setIdNumber] = useState("");
  const find = useSend(calls.find);
  const found = find.data ?? [];
  const look = () => find.mutate({ name, idNumber }, { onSuccess: ([first]) => onChange?.(first?.id ?? null) });
  return (
    <div className="technician-finder">
      <Input
        id={id}
        aria-label={label(["姓名", "Name"])}
        placeholder={label(["姓名", "Name"])}
        value={name}
        maxLength={50}
        disabled={disabled}
        onChange={(event) => setName(event.target.value)}
      />
      <Input
        aria-label={label(["证件号码", "ID number"])}
        placeholder={label(["证件号码", "ID number"])}
        value={idNumber}
        maxLength={18}
        disabled={disabled}
        onChange={(event) => setIdNumber(event.target.value)}
      />
      <Button loading={find.isPending} disabled={disabled || !name.trim() || !idNumber.trim()} onClick={look}>
        {label(["查找", "Find"])}
      </Button>
      {found.length > 0 && (
        <Select
          aria-label={label(["技能人才", "Skilled worker"])}
          value={typeof value === "string" ? value : undefined}
          onChange={(next: string) => onChange?.(next)}
          options={found.map((one) => ({
            value: one.id,
            label: `${one.occupationName} ${codeText(highLevel, one.level)} · ${one.workUnit}`,
          }))}
        />
      )}
      {find.isSuccess && found.length === 0 && (
        <p className="bad-text">
          {label(["技能人才库中没有此人", "Nobody of this name and number is in the register"])}
        </p>
      )}
    </div>
  );
};
