import { CloseCircleFilled } from "@ant-design/icons";
import { useTexts } from "../i18n/core-texts.ts";

/** The button that empties a field, for `allowClear`: antd gives it an English name, or none. */
export function useClear() {
  const label = useTexts()("common.clear");
  return { clearIcon: <CloseCircleFilled aria-label={label} />, label };
}
