import { DatePicker, TimePicker } from "antd";
import dayjs from "dayjs";
import { dayFormats, timeFormats } from "./date-formats.ts";
// antd loads its texts by language; English is built in.
import "dayjs/locale/zh-cn";

/** Date and time pickers whose values have the wire format. In a file of its own: the pickers are fetched when a form needs them. */

interface Props {
  value?: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  disabled?: boolean;
  id?: string;
  "aria-label"?: string;
}

const day = dayFormats[0] as string;
const moment = "YYYY-MM-DD HH:mm:ss";
const parsed = (value: string | null | undefined) => (value ? dayjs(value) : null);
const full = { width: "100%" };

/** A masked day (`1990-**-**`) is no valid date: it is shown as placeholder, and stays unless another day is chosen. */
export const DateControl = ({ value, onChange, ...rest }: Props) => (
  <DatePicker
    {...rest}
    style={full}
    {...(value?.includes("*") ? { value: null, placeholder: value } : { value: parsed(value) })}
    format={dayFormats}
    onChange={(next) => onChange?.(next?.format(day) ?? null)}
  />
);

export const DateTimeControl = ({ value, onChange, ...rest }: Props) => (
  <DatePicker
    {...rest}
    style={full}
    showTime={{ format: "HH:mm" }}
    value={parsed(value)}
    format="YYYY-MM-DD HH:mm"
    onChange={(next) => onChange?.(next?.format(moment) ?? null)}
  />
);

export const TimeControl = ({ value, onChange, ...rest }: Props) => (
  <TimePicker
    {...rest}
    style={full}
    minuteStep={5}
    value={value ? dayjs(`2000-01-01 ${value}`) : null}
    format={timeFormats}
    onChange={(next) => onChange?.(next?.format("HH:mm") ?? null)}
  />
);

interface RangeProps {
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
  ids: readonly [string, string];
}

/** Two days, both included; either may be open. */
export const DateRangeControl = ({ from, to, onChange, ids }: RangeProps) => (
  <DatePicker.RangePicker
    style={full}
    id={{ start: ids[0], end: ids[1] }}
    allowEmpty={[true, true]}
    value={[parsed(from), parsed(to)]}
    format={dayFormats}
    onChange={(range) => onChange(range?.[0]?.format(day) ?? "", range?.[1]?.format(day) ?? "")}
  />
);
