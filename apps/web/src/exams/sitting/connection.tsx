import { useTexts } from "../texts.ts";
import type { SittingView } from "./sitting.ts";

/** Whether the server has every answer, in words. */
export function Connection({ view: { isOffline, unsent } }: { view: SittingView }) {
  const t = useTexts();
  if (isOffline)
    return (
      <p className="sitting-connection offline" role="alert">
        {unsent > 0 ? t("sit.offlineUnsent", { n: unsent }) : t("sit.offline")}
      </p>
    );
  return (
    <p className="sitting-connection" role="status">
      {unsent > 0 ? t("sit.saving", { n: unsent }) : t("sit.saved")}
    </p>
  );
}
