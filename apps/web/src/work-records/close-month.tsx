import { workMonth, workMonthCalls, workMonthMachine } from "@jipei/contract/work-records/work-month.ts";
import { Button, Select, Space } from "antd";
import { useState } from "react";
import { useSend } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { lastMonth } from "./last-month.ts";

type Month = keyof typeof workMonth.codes;
const months = Object.keys(workMonth.codes) as Month[];

/** Closes a month of a year, for those who may. */
export function CloseMonth({ workYear }: { workYear: number }) {
  const label = useLabel();
  const close = useSend(workMonthCalls.close);
  const [month, setMonth] = useState<Month>(() => lastMonth().workPeriod as Month);
  if (!useCan("work_month_close")) return null;
  return (
    <Space.Compact>
      <Select<Month>
        aria-label={label(workMonth)}
        value={month}
        onChange={setMonth}
        options={months.map((value) => ({ value, label: label(workMonth.codes[value]) }))}
      />
      <Button loading={close.isPending} onClick={() => close.mutate({ workYear, workMonth: month })}>
        {label(workMonthMachine.actions.close)}
      </Button>
    </Space.Compact>
  );
}
