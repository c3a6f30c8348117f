import {
  TrainingSubsidyKind,
  type TrainingSubsidyKindRow,
  trainingSubsidyKindResource,
} from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { PendingChange, useTellProposed } from "../core/crud/pending-change.tsx";
import { chinaToday } from "../core/format/dates.ts";

/** 培训与补贴对照: which subsidies a kind of training may have. What is entered here counts once a second person approves it. */
export default function TrainingSubsidyKindPage() {
  const tellProposed = useTellProposed();
  return (
    <CrudPage
      {...trainingSubsidyKindResource}
      columns={[
        { field: "trainKind", width: 200 },
        { field: "subsidyKind", width: 240 },
        "payTarget",
        "effectDate",
        "expireDate",
        "isValid",
        {
          field: "policyChangeId",
          width: 120,
          render: (row: TrainingSubsidyKindRow) => <PendingChange subject={TrainingSubsidyKind.name} row={row} />,
        },
      ]}
      card={["trainKind", "subsidyKind", "isValid"]}
      form={["trainKind", "subsidyKind", "payTarget", "effectDate", "expireDate", "isValid", "remark"]}
      initial={{ isValid: "isValid", effectDate: chinaToday(), payTarget: "1" }}
      onSaved={tellProposed}
    />
  );
}
