import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { investigationMachine } from "@jipei/contract/inspection/investigation.machine.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useGo } from "../core/page/link.ts";
import { investigationRefs } from "./investigation-form.ts";

/** 企业调查: surveys of enterprises, and inspections of classes. A new one is continued on its own page. */
export default function InvestigationsPage() {
  const go = useGo();
  return (
    <CrudPage
      entity={Investigation}
      calls={{ list: calls.list, submit: calls.submit, remove: calls.remove, export: calls.export }}
      resource="investigation"
      columns={[
        { field: "className", width: 220 },
        "fillStatus",
        "investigateKind",
        "isReal",
        "investigateDate",
        { field: "classNo", width: 150 },
        "orgName",
        "checkCount",
        "investigator",
        "verifyTime",
      ]}
      search={["className", "classNo", "fillStatus", "investigateKind", "isReal", "entName", "investigateDate"]}
      card={["className", "fillStatus", "investigateKind", "investigateDate"]}
      form={["classId", "investigateKind", "investigateDate", "remark"]}
      initial={{ investigateKind: inspection }}
      refs={investigationRefs}
      locked={(row) => (row ? ["classId", "investigateKind"] : [])}
      needed={() => ["classId"]}
      machine={investigationMachine}
      moves={{ back: calls.back }}
      open={(row) => `/enterprise/investigation/${row.id}`}
      onSaved={(answer) => void go(`/enterprise/investigation/${(answer as { id: string }).id}`)}
      frozen={(row, what) => {
        if (row.fillStatus !== "0") return ["已填报，不能修改或删除", "Already filed; it can no longer be changed"];
        return what === "remove" && (row.drawSeed || row.commitTime)
          ? ["已抽样或已填报过，不能删除", "Sampled or filed before; it cannot be deleted"]
          : null;
      }}
    />
  );
}
