import { Plan, planCalls } from "@jipei/contract/training/plan.ts";
import { Button } from "antd";
import { useState } from "react";
import { chinaToday } from "../../core/format/dates.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

const fields = [
  "planName",
  "planNo",
  "trainKind",
  "planYear",
  "startDate",
  "endDate",
  "totalHeadcount",
  "allocatedHeadcount",
] as const;

/** The plans that can be declared for today, with what the bureau says about them. */
export function OpenPlans() {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const today = chinaToday();
  const found = useCall(planCalls.usedByOrg, { current: 1, size: 50, startDate_datele: today, endDate_datege: today });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {found.data ? t("plan.open", { n: found.data.records.length }) : t("plan.openTitle")}
      </Button>
      <Dialog open={open} title={t("plan.openTitle")} onClose={() => setOpen(false)} width={760}>
        <Loaded query={found}>
          {({ records }) =>
            records.length === 0 ? (
              <Empty text={t("plan.noneOpen")} />
            ) : (
              records.map((row) => <EntityView key={row.id} entity={Plan} row={row} fields={fields} />)
            )
          }
        </Loaded>
      </Dialog>
    </>
  );
}
