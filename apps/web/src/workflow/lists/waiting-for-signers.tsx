import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { joinNames } from "../../core/i18n/join-names.ts";
import { Link } from "../../core/page/link.ts";
import { useTexts } from "../texts.ts";
import "../workflow.css";

/** The processes in which the reader waits for signers whom they put in front of themselves; nothing where there are none. */
export function WaitingForSigners() {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const waiting = useCall(workCalls.waiting, undefined, { staleTime: 0 }).data ?? [];
  if (waiting.length === 0) return null;
  const title = t("waiting.title", { count: waiting.length });
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      <Dialog open={open} title={title} onClose={close} footer={null}>
        <ul className="waiting-list">
          {waiting.map((row) => (
            <li key={row.processInstanceId}>
              <Link to={detailLink({ ...row, businessId: row.businessId ?? null })} onClick={close}>
                {row.title}
              </Link>
              <span>{t("waiting.for", { names: joinNames(row.signers.map(({ name }) => name ?? "")) })}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
