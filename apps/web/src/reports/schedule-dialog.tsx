import { entity } from "@jipei/contract/core/entity.ts";
import { code, int, time } from "@jipei/contract/core/fields/field.ts";
import { fileFormat } from "@jipei/contract/reports/report-run.ts";
import { type Schedule, rhythm, scheduleCalls as calls, weekDay } from "@jipei/contract/reports/report-schedule.ts";
import { Button, Form, Select } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useCall, useSend } from "../core/api/use-call.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { EntityForm } from "../core/form/entity-form.tsx";
import type { Values } from "../core/form/form-values.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { Loaded } from "../core/ui/states.tsx";
import { type AskedValues, askedList } from "./asked-form.tsx";

/** When a report is sent. */
const Sent = entity(
  "ReportSchedule",
  "定期发送",
  "Schedule",
  {
    rhythm: code(rhythm, "周期", "How often", "required"),
    day: int("每月几日", "Day of the month", "optional", { min: 1, max: 31 }),
    weekDay: code(weekDay, "星期几", "Day of the week"),
    time: time("时间", "At", "required"),
    format: code(fileFormat, "文件格式", "File", "required"),
  },
  { title: "rhythm" },
);

interface Props {
  id: string;
  isForm: boolean;
  asked: AskedValues;
  onClose: () => void;
}

/** Has a report sent to oneself regularly, with the filters that are set now; and what was sent before. */
export function ScheduleDialog({ id, isForm, asked, onClose }: Props) {
  const label = useLabel();
  const [form] = Form.useForm<Values>();
  const send = useSend(calls.schedule);
  const mine = useCall(calls.mine, { id }, { staleTime: 0 });
  return (
    <Dialog
      open
      title={label(["定期发送给我", "Send to me regularly"])}
      submitText={label(["添加", "Add"])}
      busy={send.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p className="report-note">
        {label([
          "按当前筛选条件定期生成，完成后以消息通知，内容以届时您能看到的数据为准。",
          "Run regularly with the filters that are set now; a message tells when it is ready. It has what you may see by then.",
        ])}
      </p>
      <EntityForm
        form={form}
        entity={Sent}
        sections={[{ fields: ["rhythm", "weekDay", "day", "time", "format"] }]}
        start={{ rhythm: "monthly", day: 1, weekDay: "1", time: "08:00", format: "xlsx" }}
        when={{ day: ({ rhythm: of }) => of === "monthly", weekDay: ({ rhythm: of }) => of === "weekly" }}
        needed={["day", "weekDay"]}
        controls={isForm ? {} : { format: ExcelOnly }}
        error={send.error}
        onSubmit={({ rhythm: how, day, weekDay: of, time: at, format }) =>
          send.mutate(
            { id, rhythm: how, day: how === "weekly" ? Number(of) : day, time: at, format, asked: askedList(asked) },
            { onSuccess: () => notify("success", label(["已添加", "Added"])) },
          )
        }
      />
      <Loaded query={mine} rows={2}>
        {({ schedules, results }) => (
          <>
            <Schedules schedules={schedules} />
            <Results results={results} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Lists and pivot tables are sent as workbooks. */
function ExcelOnly({ id, value, onChange }: ControlProps) {
  return (
    <Select
      id={id}
      value={value}
      onChange={onChange}
      options={[{ value: "xlsx", label: "Excel" }]}
      style={{ width: "100%" }}
    />
  );
}

function Schedules({ schedules }: { schedules: readonly Schedule[] }) {
  const label = useLabel();
  const stop = useSend(calls.unschedule);
  if (schedules.length === 0) return null;
  return (
    <section aria-label={label(["已有的定期发送", "Schedules"])}>
      <h3>{label(["已有的定期发送", "Schedules"])}</h3>
      <ul className="report-schedules">
        {schedules.map((one) => (
          <li key={one.id}>
            <span>
              {label(rhythm.codes[one.rhythm])}{" "}
              {one.rhythm === "weekly" && label(weekDay.codes[String(one.day) as "1"])}
              {one.rhythm === "monthly" && label([`${one.day}日`, `day ${one.day}`])} {one.time.slice(0, 5)} ·{" "}
              {label(fileFormat.codes[one.format])}
            </span>
            <small>{label([`下次 ${formatDateTime(one.nextTime)}`, `Next ${formatDateTime(one.nextTime)}`])}</small>
            <Button size="small" danger onClick={() => stop.mutate({ ids: one.id })}>
              {label(["停止", "Stop"])}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ results }: { results: readonly { id: string; fileName: string; createTime: string }[] }) {
  const label = useLabel();
  const { busy, attempt } = useAttempt();
  if (results.length === 0) return null;
  return (
    <section aria-label={label(["已生成的结果", "Results"])}>
      <h3>{label(["已生成的结果", "Results"])}</h3>
      <ul className="report-schedules">
        {results.map(({ id, fileName, createTime }) => (
          <li key={id}>
            <span>{fileName}</span>
            <small>{formatDateTime(createTime)}</small>
            <Button
              size="small"
              loading={busy}
              onClick={() => void attempt(async () => saveAs(await fetchFile(calls.result, { id })))}
            >
              {label(["下载", "Download"])}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
