import {
  type UnitProgress,
  filingProgress,
  filingReminder,
  filingState,
} from "@jipei/contract/work-records/filing-progress.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { useCall, useSend } from "../core/api/use-call.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { formatCount } from "../core/format/numbers.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { FieldTable } from "../core/ui/field-table.tsx";
import { notify } from "../core/ui/notify.ts";
import { Empty, Loaded } from "../core/ui/states.tsx";

type Asked = InputOf<typeof filingProgress>;
const isOpen = ({ state }: UnitProgress): boolean => state === "none" || state === "draft";

/** How far each unit has come with a kind and period; those that have submitted nothing can be reminded. */
export function UnitTable({ asked }: { asked: Asked }) {
  const units = useCall(filingProgress, asked);
  return (
    <Loaded query={units} rows={8}>
      {(rows) => <Units asked={asked} rows={rows} />}
    </Loaded>
  );
}

function Units({ asked, rows }: { asked: Asked; rows: readonly UnitProgress[] }) {
  const label = useLabel();
  const mayRemind = useCan("work_month_remind");
  const remind = useSend(filingReminder);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const open = rows.filter(isOpen);
  const title = label([
    `${formatCount(rows.length)}家单位，${formatCount(open.length)}家尚未提交`,
    `${formatCount(rows.length)} units, ${formatCount(open.length)} have submitted nothing`,
  ]);
  const send = () =>
    remind.mutate(
      { ...asked, unitIds: picked.length > 0 ? [...picked] : open.map(({ unitId }) => unitId) },
      {
        onSuccess: ({ reminded }) =>
          notify(
            "success",
            label([
              `已催报${reminded}家；一天内已催报过的不再重复`,
              `${reminded} reminded; those of the last day are not reminded again`,
            ]),
          ),
      },
    );
  if (rows.length === 0) return <Empty />;
  return (
    <section>
      <div className="crud-toolbar">
        <h2 className="section-title">{title}</h2>
        {mayRemind && open.length > 0 && (
          <Button type="primary" loading={remind.isPending} onClick={send}>
            {picked.length > 0
              ? label([`催报所选${picked.length}家`, `Remind the ${picked.length} chosen`])
              : label(["全部催报", "Remind all"])}
          </Button>
        )}
      </div>
      <FieldTable name={title}>
        <thead>
          <tr>
            <th>{label(["单位", "Unit"])}</th>
            <th>{label(["填报进度", "Progress"])}</th>
            <th>{label(["填报份数", "Records"])}</th>
            <th>{label(["期间班次", "Classes in the period"])}</th>
            <th>{label(["最近催报", "Reminded"])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.unitId}>
              <th scope="row">
                {mayRemind && isOpen(row) ? (
                  <Checkbox
                    checked={picked.includes(row.unitId)}
                    onChange={({ target }) =>
                      setPicked(target.checked ? [...picked, row.unitId] : picked.filter((one) => one !== row.unitId))
                    }
                  >
                    {row.unitName}
                  </Checkbox>
                ) : (
                  row.unitName
                )}
              </th>
              <td>
                <StatusTag codes={filingState} value={row.state} />
              </td>
              <td className="numeric">{formatCount(row.recordCount)}</td>
              <td className="numeric">{formatCount(row.classCount)}</td>
              <td>{row.remindTime ? formatDateTime(row.remindTime) : "—"}</td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </section>
  );
}
