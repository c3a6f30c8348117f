import { detailLink, handleLink } from "@jipei/contract/workflow/process-links.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { joinNames } from "../../core/i18n/join-names.ts";
import { Link } from "../../core/page/link.ts";
import { useTexts } from "../texts.ts";
import "../workflow.css";

type Waiting = NonNullable<(typeof workCalls.waiting)["output"]["$value"]>[number];

/** Where the reader waits for signers whom they put in front of themselves, or for the answer to what they delegated; nothing where they do not. */
export function WaitingForColleagues() {
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
            <li key={row.taskId ?? row.processInstanceId}>
              <Link to={linkTo(row)} onClick={close}>
                {row.title}
              </Link>
              <span>{t("waiting.for", { names: joinNames(row.colleagues.map(({ name }) => name ?? "")) })}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** What was delegated is recalled where its task is handled. */
const linkTo = ({ taskId, businessId = null, ...row }: Waiting) =>
  taskId ? handleLink({ ...row, businessId, id: taskId }) : detailLink({ ...row, businessId });
