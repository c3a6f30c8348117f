import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { orderedCodes } from "@jipei/contract/core/field.ts";
import { searchOf } from "@jipei/contract/core/sight.ts";
import { FilterOutlined } from "@ant-design/icons";
import { Button, Input, Select } from "antd";
import { lazy, Suspense, useId, useState } from "react";
import type { FormEvent } from "react";
import { fieldOf, isRegion } from "./fields.ts";
import { useLabel } from "./i18n/language.ts";
import { isRange, rangeNames } from "./list-params.ts";
import { unitOf } from "./numbers.ts";
import { RefSelect } from "./ref-select.tsx";
import type { Control } from "./field-control.tsx";
import type { RefSource } from "./ref-select.tsx";
import { can, useSession, viewerOf } from "./session.ts";
import { useTexts } from "./texts.ts";
import { usePhone } from "./use-width.ts";
import "./search-bar.css";

const RegionControl = lazy(() =>
  import("./region-control.tsx").then(({ RegionControl }) => ({ default: RegionControl })),
);
const DateRange = lazy(() =>
  import("./date-controls.tsx").then(({ DateRangeControl }) => ({ default: DateRangeControl })),
);

type Filters = Record<string, string>;

interface Props {
  entity: Entity;
  fields: readonly string[];
  refs?: Readonly<Record<string, RefSource>>;
  /** Controls of the page's own, by field. */
  controls?: Readonly<Record<string, Control>>;
  /** Filters in force, by their wire names. */
  filters: Readonly<Filters>;
  onSearch: (filters: Filters) => void;
}

/** Fields that stand side by side before the rest is folded away. */
const visible = 3;

/** Filters of a list: Enter searches, empty fields are dropped. A phone shows a button that unfolds them. */
export function SearchBar({ entity, fields: wanted, refs, controls, filters, onSearch }: Props) {
  const t = useTexts();
  const session = useSession();
  // By what somebody sees masked he may not search, or only for a whole value that is written down.
  const searchBy = (name: string) =>
    searchOf(viewerOf(session), can(unmaskKey, session), entity, fieldOf(entity, name));
  const fields = wanted.filter((name) => searchBy(name) !== "refused");
  const phone = usePhone();
  const [values, setValues] = useState<Filters>({ ...filters });
  const [shown, setShown] = useState<Readonly<Filters>>(filters);
  const [open, setOpen] = useState(() =>
    fields
      .slice(visible)
      .some((name) => Object.keys(filters).some((key) => key === name || key.startsWith(`${name}_`))),
  );
  // Back, a link or «clear» changed the address: the fields follow it.
  if (shown !== filters && JSON.stringify(shown) !== JSON.stringify(filters)) {
    setShown(filters);
    setValues({ ...filters });
  }
  if (fields.length === 0) return null;
  const inForce = Object.keys(filters).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(values);
  };
  const reset = () => {
    setValues({});
    onSearch({});
  };
  if (phone && !open)
    return (
      <div className="search-bar-folded">
        <Button icon={<FilterOutlined />} onClick={() => setOpen(true)} aria-expanded={false}>
          {inForce > 0 ? t("search.filters", { count: inForce }) : t("search.filtersNone")}
        </Button>
      </div>
    );
  const names = open || phone ? fields : fields.slice(0, visible);
  return (
    <form className="search-bar" role="search" aria-label={t("search.label")} onSubmit={submit}>
      {names.map((name) => (
        <SearchField
          key={name}
          name={name}
          field={fieldOf(entity, name)}
          source={refs?.[name]}
          control={controls?.[name]}
          counted={searchBy(name) === "counted"}
          values={values}
          onChange={(part) => setValues((all) => ({ ...all, ...part }))}
        />
      ))}
      <div className="search-bar-buttons">
        <Button type="primary" htmlType="submit" ghost>
          {t("search.search")}
        </Button>
        <Button onClick={reset}>{t("search.reset")}</Button>
        {(fields.length > visible || phone) && (
          <Button type="link" onClick={() => setOpen(!open)} aria-expanded={open}>
            {open ? t("search.less") : t("search.more")}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  name: string;
  field: Field;
  source?: RefSource;
  control?: Control;
  /** A search by it is counted and written down. */
  counted: boolean;
  values: Filters;
  onChange: (part: Filters) => void;
}

function SearchField({ name, field, source, control: OwnControl, counted, values, onChange }: FieldProps) {
  const t = useTexts();
  const label = useLabel();
  const id = useId();
  const set = (value: unknown) => onChange({ [name]: value === null || value === undefined ? "" : String(value) });
  const value = values[name] ?? "";
  const title = label(field);
  const [from, to] = rangeNames(field, name);
  const [fromValue, toValue] = [values[from] ?? "", values[to] ?? ""];
  return (
    <div className={isRange(field) ? "search-field wide" : "search-field"}>
      <label htmlFor={id}>{title}</label>
      {OwnControl ? (
        <OwnControl id={id} field={field} value={value === "" ? null : value} onChange={set} />
      ) : field.kind === "date" || field.kind === "datetime" ? (
        <Suspense fallback={<Input id={id} disabled />}>
          <DateRange
            ids={[id, `${id}-to`]}
            from={fromValue}
            to={toValue}
            onChange={(start, end) => onChange({ [from]: start, [to]: end })}
          />
        </Suspense>
      ) : isRange(field) ? (
        <span className="search-range">
          <Input
            id={id}
            inputMode="decimal"
            placeholder={unitOf(field)}
            aria-label={`${title} ${t("search.from")}`}
            value={fromValue}
            onChange={(event) => onChange({ [from]: event.target.value })}
          />
          <span aria-hidden>–</span>
          <Input
            inputMode="decimal"
            placeholder={unitOf(field)}
            aria-label={`${title} ${t("search.to")}`}
            value={toValue}
            onChange={(event) => onChange({ [to]: event.target.value })}
          />
        </span>
      ) : field.codes ? (
        <Select
          id={id}
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          value={value === "" ? undefined : value}
          onChange={set}
          placeholder={t("form.choose")}
          options={orderedCodes(field.codes).map(([code, entry]) => ({ value: code, label: label(entry) }))}
          style={{ width: "100%" }}
        />
      ) : isRegion(field) ? (
        <Suspense fallback={<Input id={id} disabled />}>
          <RegionControl id={id} field={field} value={value === "" ? undefined : value} onChange={set} />
        </Suspense>
      ) : source ? (
        <RefSelect id={id} source={source} value={value === "" ? null : value} onChange={set} />
      ) : (
        <Input
          id={id}
          value={value}
          onChange={(event) => set(event.target.value)}
          maxLength={field.length ?? 200}
          allowClear
          {...(counted && { placeholder: t("search.counted"), title: t("search.counted") })}
        />
      )}
    </div>
  );
}
