import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import type { SignUp } from "@jipei/contract/training/sign-up.ts";
import { Input } from "antd";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import type { FormValues } from "../../core/form/fields.ts";
import type { WholeSign } from "./whole-sign.ts";
import { StaffForm, known } from "./staff-form.tsx";
import { useTexts } from "./texts.ts";

/** Adds somebody by their ID number: what the enterprise entered of them before is filled in. */
export function AddStaff({ row, onDone }: { row: WholeSign; onDone: () => void }) {
  const t = useTexts();
  const [number, setNumber] = useState("");
  const [initial, setInitial] = useState<FormValues<typeof SignUp> | null>(null);
  const find = useSend(calls.findStaff);
  const look = (text: string) => {
    const idNumber = text.trim().toUpperCase();
    if (idNumber === "") setInitial({});
    else find.mutate({ idNumber }, { onSuccess: ({ found }) => setInitial(found ? known(found) : { idNumber }) });
  };
  return (
    <>
      <Input.Search
        aria-label={t("number")}
        placeholder={t("number")}
        value={number}
        maxLength={18}
        enterButton={t("add")}
        loading={find.isPending}
        onChange={(event) => setNumber(event.target.value)}
        onSearch={look}
      />
      {initial && (
        <StaffForm
          sign={row}
          person={null}
          initial={initial}
          onDone={() => {
            setNumber("");
            onDone();
          }}
          onClose={() => setInitial(null)}
        />
      )}
    </>
  );
}
