import { scheduleCalls as calls } from "@jipei/contract/reports/report-schedule.ts";
import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useAttempt } from "../core/api/use-attempt.ts";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { useLabel } from "../core/i18n/language.ts";

/** The result that a notice leads to. */
export function StoredResult({ id }: { id: string }) {
  const label = useLabel();
  const { busy, attempt } = useAttempt();
  return (
    <div className="report-stored" role="status">
      <span>{label(["定期报表已生成", "The scheduled report is ready"])}</span>
      <Button
        size="small"
        icon={<DownloadOutlined />}
        loading={busy}
        onClick={() => void attempt(async () => saveAs(await fetchFile(calls.result, { id })))}
      >
        {label(["下载", "Download"])}
      </Button>
    </div>
  );
}
