import {
  Datasource,
  type DatasourceRow,
  datasourceCalls as calls,
  postgresDriver,
} from "@jipei/contract/develop/datasource.ts";
import { isIssue, readDatasourceUrl } from "@jipei/contract/develop/datasource-url.ts";
import { Form } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { useMayCall } from "../core/session/may-call.ts";
import { useSend } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";
import "./develop.css";

const builtIn = ["内置数据源不能修改或删除", "The built-in data source cannot be changed or deleted"] as const;

/** Databases that tables are read from. */
export default function DatasourcePage() {
  const t = useTexts();
  const mayTest = useMayCall(calls.test);
  const test = useSend(calls.test);
  const run = (row: DatasourceRow) =>
    test.mutate({ id: row.id }, { onSuccess: ({ version }) => notify("success", t("source.connected", { version })) });
  return (
    <CrudPage
      entity={Datasource}
      calls={calls}
      resource="datasource"
      columns={["name", "builtIn", { field: "url", width: 340 }, "username", "remark", "updateTime"]}
      search={["name"]}
      card={["name", "builtIn", "url"]}
      form={["name", "driverClass", "url", "username", "password", "remark"]}
      view={["name", "builtIn", "driverClass", "url", "username", "remark", "updateTime"]}
      initial={{ driverClass: postgresDriver }}
      formHead={<Hints />}
      frozen={(row: DatasourceRow) => (row.builtIn === "1" ? builtIn : null)}
      rowActions={(row: DatasourceRow) =>
        mayTest
          ? [
              {
                key: "test",
                label: t("source.test"),
                run: () => run(row),
                disabled: test.isPending && test.variables?.id === row.id ? "…" : null,
              },
            ]
          : []
      }
    />
  );
}

/** What an address may say, and what is wrong with the one being typed. */
function Hints() {
  const t = useTexts();
  const label = useLabel();
  const url = Form.useWatch("url") as string | undefined;
  const read = url?.trim() ? readDatasourceUrl(url.trim()) : null;
  return (
    <div className="develop-hints" role="status">
      <p>{read && isIssue(read) ? label(read) : t("source.hint")}</p>
      <p>{t("source.keep")}</p>
      <p>{t("source.rights")}</p>
    </div>
  );
}
