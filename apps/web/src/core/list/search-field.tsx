import type { Field } from "@jipei/contract/core/fields/field.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { Input, Select } from "antd";
import { useId } from "react";
import type { Control } from "../form/field-control.tsx";
import { isRegion } from "../form/fields.ts";
import { RefSelect } from "../form/ref-select.tsx";
import type { RefSource } from "../form/ref-source.ts";
import { getUnit } from "../format/numbers.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useLabel } from "../i18n/language.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { isRange, rangeNames } from "./list-params.ts";
import { LateControl } from "../form/late-control.tsx";
import { useClear } from "../ui/use-clear.tsx";

const RegionControl = lazyPart(() => import("../form/region-control.tsx").then(({ RegionControl }) => RegionControl));
const DateRange = lazyPart(() =>
  import("../form/dates/date-controls.tsx").then(({ DateRangeControl }) => DateRangeControl),
);

/** Values of filters by their wire names, as in an address. */
export type Filters = Record<string, string>;

interface Props {
  name: string;
  field: Field;
  source?: RefSource;
  control?: Control;
  /** A search by this field is counted and recorded. */
  counted: boolean;
  values: Filters;
  onChange: (part: Filters) => void;
}

/** One filter with its label. */
export function SearchField(props: Props) {
  const label = useLabel();
  const id = useId();
  return (
    <div className={isRange(props.field) ? "search-field wide" : "search-field"}>
      <label htmlFor={id}>{label(props.field)}</label>
      <SearchControl {...props} id={id} />
    </div>
  );
}

type ControlProps = Props & { id: string };

/** The control that fits the kind of the field, unless the page has one of its own. */
function SearchControl(props: ControlProps) {
  const { id, name, field, source, control: OwnControl, counted, values, onChange } = props;
  const t = useTexts();
  const clear = useClear();
  const label = useLabel();
  const set = (value: unknown) => onChange({ [name]: value === null || value === undefined ? "" : String(value) });
  const value = values[name] || undefined;
  if (OwnControl) return <OwnControl id={id} field={field} value={value ?? null} onChange={set} />;
  if (isRange(field)) return <RangeControl {...props} />;
  if (field.codes)
    return (
      <Select
        id={id}
        allowClear={clear}
        showSearch={{ optionFilterProp: "label" }}
        value={value}
        onChange={set}
        placeholder={t("form.choose")}
        options={orderedCodes(field.codes).map(([code, entry]) => ({ value: code, label: label(entry) }))}
        style={{ width: "100%" }}
      />
    );
  if (isRegion(field))
    return (
      <LateControl id={id}>
        <RegionControl id={id} field={field} value={value} onChange={set} />
      </LateControl>
    );
  if (source) return <RefSelect id={id} source={source} value={value ?? null} onChange={set} />;
  return (
    <Input
      id={id}
      value={value ?? ""}
      onChange={(event) => set(event.target.value)}
      maxLength={field.length ?? 200}
      allowClear={clear}
      {...(counted && { placeholder: t("search.counted"), title: t("search.counted") })}
    />
  );
}

/** From and to: of days, or of numbers. */
function RangeControl({ id, name, field, values, onChange }: ControlProps) {
  const t = useTexts();
  const label = useLabel();
  const [from, to] = rangeNames(field, name);
  if (field.kind === "date" || field.kind === "datetime")
    return (
      <LateControl id={id}>
        <DateRange
          ids={[id, `${id}-to`]}
          from={values[from] ?? ""}
          to={values[to] ?? ""}
          onChange={(start, end) => onChange({ [from]: start, [to]: end })}
        />
      </LateControl>
    );
  const bound = (key: string, word: string) => ({
    inputMode: "decimal" as const,
    placeholder: getUnit(field),
    "aria-label": `${label(field)} ${word}`,
    value: values[key] ?? "",
    onChange: (event: { target: { value: string } }) => onChange({ [key]: event.target.value }),
  });
  return (
    <span className="search-range">
      <Input id={id} {...bound(from, t("search.from"))} />
      <span aria-hidden>–</span>
      <Input {...bound(to, t("search.to"))} />
    </span>
  );
}
