import { dataSetList, reportKind } from "@jipei/contract/reports/report-codes.ts";
import { reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { Button } from "antd";
import { useAttempt } from "../core/api/use-attempt.ts";
import { useCall, useSend } from "../core/api/use-call.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { FieldTable } from "../core/ui/field-table.tsx";
import { notify } from "../core/ui/notify.ts";
import { Loaded } from "../core/ui/states.tsx";

interface Props {
  id: string;
  onRestored: () => void;
  onClose: () => void;
}

/** What a report was made of before; any of it can be made the newest once more. */
export function VersionsDialog({ id, onRestored, onClose }: Props) {
  const label = useLabel();
  const versions = useCall(calls.versions, { id }, { staleTime: 0 });
  const restore = useSend(calls.restore);
  const { attempt } = useAttempt();
  return (
    <Dialog open title={label(["历史版次", "Versions"])} footer={null} width={760} onClose={onClose}>
      <Loaded query={versions} rows={3}>
        {(found) => (
          <FieldTable name={label(["历史版次", "Versions"])}>
            <thead>
              <tr>
                <th scope="col">{label(["版次", "Version"])}</th>
                <th scope="col">{label(["类型", "Kind"])}</th>
                <th scope="col">{label(["数据集", "Data set"])}</th>
                <th scope="col">{label(["修改人", "Changed by"])}</th>
                <th scope="col">{label(["时间", "Time"])}</th>
                <th scope="col">{label(["操作", "Actions"])}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ versionNo, kind, dataSet, userName, createTime, templateName }, index) => (
                <tr key={versionNo}>
                  <th scope="row">{versionNo}</th>
                  <td>{label(reportKind.codes[kind])}</td>
                  <td>{label(dataSetList.codes[dataSet])}</td>
                  <td>{userName ?? label(["系统", "System"])}</td>
                  <td>{formatDateTime(createTime)}</td>
                  <td>
                    {templateName && (
                      <Button
                        type="link"
                        size="small"
                        onClick={() =>
                          void attempt(async () => saveAs(await fetchFile(calls.template, { id, versionNo })))
                        }
                      >
                        {label(["模板", "Template"])}
                      </Button>
                    )}
                    {index > 0 && (
                      <Button
                        type="link"
                        size="small"
                        loading={restore.isPending}
                        onClick={() =>
                          restore.mutate(
                            { id, versionNo },
                            {
                              onSuccess: () => {
                                notify("success", label(["已恢复为最新版次", "Restored as the newest version"]));
                                onRestored();
                              },
                            },
                          )
                        }
                      >
                        {label(["恢复", "Restore"])}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </FieldTable>
        )}
      </Loaded>
    </Dialog>
  );
}
