import { Code, type CodeRow, codeCalls as calls } from "@jipei/contract/develop/code.ts";
import { Datasource, datasourceCalls } from "@jipei/contract/develop/datasource.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { notify } from "../core/ui/notify.ts";
import { useMayCall } from "../core/session/may-call.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { useSend } from "../core/api/use-call.ts";
import { CodePreview } from "./code-preview.tsx";
import { FieldsControl } from "./fields-control.tsx";
import { TableControl } from "./table-control.tsx";
import { useTexts } from "./texts.ts";
import { refSource } from "../core/form/ref-source.ts";
import { useSomeRows } from "../core/list/use-some-rows.ts";

const form = [
  { title: ["来源", "Source"], fields: ["datasourceId", "tablePrefix", "tableName", "pkName"] },
  {
    title: ["名称", "Names"],
    fields: [
      "packageName",
      "codeName",
      "titleZh",
      "titleEn",
      "serviceName",
      "apiPath",
      "webPath",
      "baseMode",
      "wrapMode",
      "remark",
    ],
  },
  { title: ["字段", "Fields"], fields: ["fields"] },
] as const;

/** Tables that become code: which, under what names, with which fields. */
export default function CodePage() {
  const t = useTexts();
  const someRows = useSomeRows();
  const mayCopy = useMayCall(calls.copy);
  const [shown, setShown] = useState<readonly CodeRow[]>([]);
  const copy = useSend(calls.copy);
  const { busy, attempt } = useAttempt();
  const generate = (rows: readonly CodeRow[]) =>
    void attempt(async () => {
      saveAs(await fetchFile(calls.genCode, { ids: rows.map(({ id }) => id).join(",") }));
      notify("success", t("code.generated"));
    });
  return (
    <>
      <CrudPage
        entity={Code}
        calls={calls}
        resource="code"
        columns={[
          "codeName",
          "titleZh",
          "tableName",
          "datasourceName",
          "packageName",
          "apiPath",
          "webPath",
          "updateTime",
        ]}
        search={["codeName", "tableName", "datasourceId"]}
        card={["codeName", "titleZh", "tableName"]}
        form={form}
        formWidth={960}
        view={[
          "codeName",
          "titleZh",
          "titleEn",
          "datasourceName",
          "tableName",
          "tablePrefix",
          "pkName",
          "serviceName",
          "packageName",
          "apiPath",
          "webPath",
          "baseMode",
          "wrapMode",
          "remark",
          "updateTime",
        ]}
        refs={{
          datasourceId: refSource({ entity: Datasource, list: datasourceCalls.list, detail: datasourceCalls.detail }),
        }}
        controls={{ tableName: TableControl, fields: FieldsControl }}
        initial={{ serviceName: "zjgrsj-train", pkName: "id", baseMode: "2", wrapMode: "2" }}
        inputOf={(input, values) => ({ ...input, fields: values.fields ?? [] })}
        selects
        actions={({ selected }) => (
          <Button loading={busy} onClick={() => someRows(selected, generate)}>
            {t("code.generateSelected")}
          </Button>
        )}
        rowActions={(row: CodeRow) => [
          { key: "preview", label: t("code.preview"), run: () => setShown([row]) },
          { key: "generate", label: t("code.generate"), run: () => generate([row]) },
          ...(mayCopy
            ? [
                {
                  key: "copy",
                  label: t("code.copy"),
                  run: () => copy.mutate({ id: row.id }, { onSuccess: () => notify("success", t("code.copied")) }),
                },
              ]
            : []),
        ]}
      />
      {shown.length > 0 && <CodePreview rows={shown} onGenerate={() => generate(shown)} onClose={() => setShown([])} />}
    </>
  );
}
