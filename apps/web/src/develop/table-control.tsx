import { codeCalls as calls } from "@jipei/contract/develop/code.ts";
import { Form, Select } from "antd";
import { invoke } from "../core/api/call-client.ts";
import type { ControlProps } from "../core/form/field-control.tsx";
import { joinNames } from "../core/i18n/join-names.ts";
import { notify } from "../core/ui/notify.ts";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { useCall } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";

/** A table of the data source that is chosen; choosing one proposes its names and fields. */
export function TableControl({ value, onChange, id, disabled }: ControlProps) {
  const t = useTexts();
  const core = useCoreTexts();
  const form = Form.useFormInstance();
  const datasourceId = Form.useWatch("datasourceId", form) as string | null | undefined;
  const tables = useCall(calls.tables, { datasourceId: datasourceId ?? "" }, { enabled: Boolean(datasourceId) });
  const { busy, error, attempt } = useAttempt();
  const choose = (tableName: string | undefined) => {
    onChange?.(tableName ?? null);
    if (!tableName || !datasourceId) return;
    void attempt(async () => {
      const { left, ...proposed } = await invoke(calls.propose, {
        datasourceId,
        tableName,
        tablePrefix: form.getFieldValue("tablePrefix") as string | null | undefined,
      });
      // A name of a package that is there already stays; else one that differs from the module.
      const packageName =
        (form.getFieldValue("packageName") as string | undefined) || `${proposed.codeName.split("-")[0]}s`;
      const path = `/${packageName}/${proposed.codeName.replaceAll("-", "_")}`;
      form.setFieldsValue({ ...proposed, packageName, apiPath: path, webPath: path });
      if (left.length > 0) notify("info", t("code.left", { names: joinNames(left.map(({ column }) => column)) }));
    });
  };
  const refused = tables.error ?? error;
  return (
    <>
      <Select
        id={id}
        disabled={disabled}
        loading={tables.isFetching || busy}
        value={(value as string | null) ?? undefined}
        onChange={choose}
        options={(tables.data ?? []).map(({ name, remark }) => ({
          value: name,
          label: remark ? core("common.noted", { name, note: remark }) : name,
        }))}
        showSearch={{ optionFilterProp: "label" }}
        placeholder={datasourceId ? core("form.choose") : t("code.tableFirst")}
        style={{ width: "100%" }}
      />
      {refused && <div className="danger">{refused.text()}</div>}
    </>
  );
}
