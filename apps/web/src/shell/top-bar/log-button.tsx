import { FileExclamationOutlined } from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { useLogs } from "../../core/api/log-store.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { countText } from "./count-text.ts";
import { useTexts } from "../texts.ts";

const LogViewer = lazy(() => import("./log-viewer.tsx"));

/** The number of errors in this browser, and the button that shows them. A phone has room for it only when there are some. */
export function LogButton() {
  const t = useTexts();
  const phone = usePhone();
  const logs = useLogs();
  const [open, setOpen] = useState(false);
  if (phone && logs.length === 0 && !open) return null;
  const count = countText(logs.length);
  const label = logs.length > 0 ? t("logs.openCount", { n: count }) : t("logs.open");
  return (
    <>
      <button
        type="button"
        className="top-button counting"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <FileExclamationOutlined />
        {logs.length > 0 && (
          <span className="count-mark" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <LogViewer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
