import { purpose } from "@jipei/contract/core/export.ts";
import { Button } from "antd";
import { useState } from "react";
import { type ExportProps, useExport } from "./export-button.tsx";
import { useLabel } from "../i18n/language.ts";
import { ReasonDialog } from "../moves/reason-dialog.tsx";
import { useTexts } from "../i18n/core-texts.ts";

/** Downloads personal data in full, after the purpose is stated. */
export function PurposeExport(props: Omit<ExportProps, "text">) {
  const t = useTexts();
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const { busy, run } = useExport(props);
  const name = label(props.call);
  const send = async (text: string) => {
    if (await run({ purpose: text })) setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <ReasonDialog
        open={open}
        action={name}
        length={purpose.length}
        ask={{ title: name, label: t("export.purpose"), required: t("export.purposeRequired") }}
        busy={busy}
        onClose={() => setOpen(false)}
        onSubmit={(text) => void send(text)}
      >
        <p>{t("export.inFull")}</p>
      </ReasonDialog>
    </>
  );
}
