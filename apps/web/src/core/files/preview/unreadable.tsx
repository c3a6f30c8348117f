import { Alert } from "antd";
import { useTexts } from "../../i18n/core-texts.ts";

/** In place of a file that cannot be shown. */
export function Unreadable() {
  const t = useTexts();
  return <Alert type="warning" showIcon title={t("upload.noPreview")} />;
}
