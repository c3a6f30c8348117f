import { Button } from "antd";
import type { CallError } from "../../core/api/call-error.ts";
import { useTexts } from "../texts.ts";

/** Below a refusal that says that one administrator alone may not: asks a second one instead. */
export function AskTwoButton({ error, onAsk }: { error: CallError | null; onAsk: (() => void) | undefined }) {
  const t = useTexts();
  if (error?.errorCode !== "SECOND_PERSON" || !onAsk) return null;
  return <Button onClick={onAsk}>{t("fourEyes.ask")}</Button>;
}
