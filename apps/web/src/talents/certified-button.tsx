import { technicianCalls as calls } from "@jipei/contract/talents/technician.ts";
import { Button } from "antd";
import { useState } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { CertifiedDialog } from "./certified-dialog.tsx";

/** Fills the register from the certificates of the levels 3 to 1. */
export function CertifiedButton({ onDone }: { onDone: () => void }) {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  if (!useCan("technician_add")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label(calls.takeCertified)}</Button>
      {open && (
        <CertifiedDialog
          onDone={onDone}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
