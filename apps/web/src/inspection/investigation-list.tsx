import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { investigationMachine } from "@jipei/contract/inspection/investigation.machine.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { Button } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useGo } from "../core/page/link.ts";
import { can } from "../core/session/session.ts";
import { investigationRefs, ownInvestigationRefs } from "./investigation-form.ts";
import { KindControl } from "./kind-control.tsx";
import { useTexts } from "./on-site/texts.ts";

const className = { field: "className", width: 220 } as const;
const classNo = { field: "classNo", width: 150 } as const;
const columns = [
  className,
  "fillStatus",
  "investigateKind",
  "isReal",
  "investigateDate",
  classNo,
  "orgName",
  "checkCount",
  "investigator",
  "verifyTime",
] as const;
const ownColumns = [
  className,
  "fillStatus",
  "investigateKind",
  "investigateDate",
  classNo,
  "investigator",
  "verifyTime",
] as const;

/** Surveys of enterprises and inspections of classes; a new one is continued on its own page. @param own surveys of the enterprise that is signed in */
export function InvestigationList({ own = false }: { own?: boolean }) {
  const go = useGo();
  return (
    <CrudPage
      entity={Investigation}
      calls={{ list: calls.list, submit: calls.submit, remove: calls.remove, export: calls.export }}
      resource="investigation"
      columns={own ? ownColumns : columns}
      search={
        own
          ? ["className", "classNo", "fillStatus", "investigateDate"]
          : ["className", "classNo", "fillStatus", "investigateKind", "isReal", "entName", "investigateDate"]
      }
      card={["className", "fillStatus", "investigateKind", "investigateDate"]}
      // A class that the list does not offer is named by its number: one of the other side, or trained to order.
      form={["classId", "classNo", "investigateKind", "investigateDate", "remark"]}
      initial={{ investigateKind: own ? "1" : inspection }}
      refs={own ? ownInvestigationRefs : investigationRefs}
      locked={(row) => (row ? ["classId", "classNo", "investigateKind"] : [])}
      queue={own ? undefined : { waits: ({ fillStatus }) => fillStatus === "1", since: "commitTime" }}
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
      controls={{ investigateKind: KindControl }}
      actions={() => can("investigation_edit") && <OnSite />}
    />
  );
}

function OnSite() {
  const t = useTexts();
  const go = useGo();
  return <Button onClick={() => void go("/onsite")}>{t("mine")}</Button>;
}
