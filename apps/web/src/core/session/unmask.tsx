import { unmask } from "@jipei/contract/access/unmask.ts";
import { leastPurpose, purpose } from "@jipei/contract/core/export.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { useState } from "react";
import { invoke } from "../api/call-client.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { FailureList } from "../dialog/failure-list.tsx";
import { useLabel } from "../i18n/language.ts";
import { ReasonDialog } from "../moves/reason-dialog.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { useAttempt } from "../api/use-attempt.ts";

interface Props {
  entity: string;
  id: string;
  name: string;
  field: Field;
}

/** Shows a masked value in full, after the purpose is stated, until the dialog is closed. */
export function Unmask({ entity, id, name, field }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const close = () => {
    forget();
    setOpen(false);
    setValue(null);
  };
  const ask = (text: string) =>
    attempt(async () =>
      setValue((await invoke(unmask, { entity, id, field: name, purpose: text }, { silent: true })).value),
    );
  const title = t("unmask.title", { name: label(field) });
  return (
    <>
      <button
        type="button"
        className="link-button"
        onClick={() => setOpen(true)}
        aria-label={t("unmask.of", { action: label(unmask), name: label(field) })}
      >
        {label(unmask)}
      </button>
      <ReasonDialog
        open={open && value === null}
        action={label(unmask)}
        length={purpose.length}
        busy={busy}
        ask={{ title, label: t("unmask.purpose", { n: leastPurpose }), required: t("unmask.required") }}
        onClose={close}
        onSubmit={(text) => void ask(text)}
      >
        <p>{t("unmask.kept")}</p>
        {error && <FailureList error={error} />}
      </ReasonDialog>
      <Dialog open={value !== null} title={title} onClose={close} width={440}>
        <p className="numeric strong">{value}</p>
      </Dialog>
    </>
  );
}
