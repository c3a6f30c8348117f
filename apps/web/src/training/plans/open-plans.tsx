import { Plan, planCalls } from "@jipei/contract/training/plan.ts";
import { Button } from "antd";
import { useState } from "react";
import { chinaToday } from "../../core/format/dates.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { Empty, Skeleton } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

/** The plans that can be declared for today, with what the bureau says about them. */
export function OpenPlans() {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const today = chinaToday();
  const found = useCall(planCalls.usedByOrg, { current: 1, size: 50, startDate_datele: today, endDate_datege: today });
  const rows = (found.data?.records ?? []) as { id: string }[];
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("plan.open", { n: rows.length })}</Button>
      <Dialog open={open} title={t("plan.openTitle")} onClose={() => setOpen(false)} width={760}>
        {found.isPending && <Skeleton />}
        {!found.isPending && rows.length === 0 && <Empty text={t("plan.noneOpen")} />}
        {rows.map((row) => (
          <EntityView
            key={row.id}
            entity={Plan}
            row={row}
            fields={[
              "planName",
              "planNo",
              "trainKind",
              "planYear",
              "startDate",
              "endDate",
              "totalHeadcount",
              "allocatedHeadcount",
            ]}
          />
        ))}
      </Dialog>
    </>
  );
}
