import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import { Investigation, inspection } from "@jipei/contract/inspection/investigation.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useGo } from "../core/page/link.ts";
import { useIsOf } from "../core/session/session.ts";
import { KindControl } from "./kind-control.tsx";
import type { SectionProps } from "../core/page/page-sections.ts";

/** Investigations and inspections of one class; a new one is of this class. */
export default function InspectionSection({ id }: SectionProps) {
  const go = useGo();
  const isOfBureau = useIsOf("bureau");
  return (
    <CrudPage
      embedded
      entity={Investigation}
      calls={{ list: calls.list, submit: calls.submit }}
      resource="investigation"
      fixed={{ classId: id }}
      columns={[
        "investigateDate",
        "fillStatus",
        "investigateKind",
        "isReal",
        "checkCount",
        "investigator",
        "verifyTime",
      ]}
      card={["investigateDate", "fillStatus", "isReal"]}
      form={["investigateKind", "investigateDate", "remark"]}
      controls={{ investigateKind: KindControl }}
      initial={{ investigateKind: isOfBureau ? inspection : "2", classId: id }}
      inputOf={(input) => ({ ...input, classId: id })}
      open={(row) => `/enterprise/investigation/${row.id}`}
      onSaved={(answer) => void go(`/enterprise/investigation/${(answer as { id: string }).id}`)}
      frozen={(row) =>
        row.fillStatus === "0" ? null : ["已填报，不能修改", "Already filed; it can no longer be changed"]
      }
    />
  );
}
