import { SettingOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { Suspense } from "react";
import { useTexts } from "../../i18n/core-texts.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { ColumnSettingsProps } from "./column-settings-panel.tsx";

const Panel = lazyPart(() =>
  import("./column-settings-panel.tsx").then(({ ColumnSettingsPanel }) => ColumnSettingsPanel),
);

/** Which columns a list shows and how high its rows are. The first column always stays. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const t = useTexts();
  const panel = (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
  return (
    <Popover content={panel} trigger="click" placement="bottomRight" destroyOnHidden>
      <Button icon={<SettingOutlined />} aria-label={t("columns.title")} title={t("columns.title")} />
    </Popover>
  );
}
