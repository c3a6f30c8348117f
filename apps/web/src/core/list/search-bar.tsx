import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { getSearch } from "@jipei/contract/core/fields/sight.ts";
import { FilterOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { FormEvent } from "react";
import { getField } from "../form/fields.ts";
import type { ByField, FieldName } from "../form/fields.ts";
import type { Control } from "../form/field-control.tsx";
import type { RefSource } from "../form/ref-source.ts";
import { can, useSession, getViewer } from "../session/session.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { usePhone } from "../ui/use-width.ts";
import { SearchField } from "./search-field.tsx";
import type { Filters } from "./search-field.tsx";
import "./search-bar.css";

interface Props<E extends Entity> {
  entity: E;
  fields: readonly FieldName<E>[];
  refs?: ByField<E, RefSource>;
  /** Custom controls, by field. */
  controls?: ByField<E, Control>;
  /** Active filters, by their wire names. */
  filters: Readonly<Filters>;
  onSearch: (filters: Filters) => void;
  /** The same filters are searched for again: somebody waits for a row to appear. */
  onAgain: () => void;
}

/** Number of fields side by side before the rest is collapsed. */
const visible = 3;

/** Filters of a list: Enter searches, empty fields are dropped. A phone shows a button that opens them. */
export function SearchBar<E extends Entity>({
  entity,
  fields: wanted,
  refs,
  controls,
  filters,
  onSearch,
  onAgain,
}: Props<E>) {
  const t = useTexts();
  const session = useSession();
  // Users may not search by fields that are masked for them, or only for a whole value, which is recorded.
  const searchBy = (name: string) =>
    getSearch(getViewer(session), can(unmaskKey, session), entity, getField(entity, name));
  const fields = wanted.filter((name) => searchBy(name) !== "refused");
  const phone = usePhone();
  const [values, setValues] = useState<Filters>({ ...filters });
  const [shown, setShown] = useState<Readonly<Filters>>(filters);
  const beyond = fields
    .slice(visible)
    .some((name) => Object.keys(filters).some((key) => key === name || key.startsWith(`${name}_`)));
  const [open, setOpen] = useState(beyond && !phone);
  // Back, a link, a view or «clear» changed the address: the fields follow it, and none that is in force stays folded away; a phone says how many are.
  if (shown !== filters && JSON.stringify(shown) !== JSON.stringify(filters)) {
    setShown(filters);
    setValues({ ...filters });
    if (beyond && !phone) setOpen(true);
  }
  if (fields.length === 0) return null;
  const inForce = Object.keys(filters).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(values);
    if (isSame(values, filters)) onAgain();
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
          field={getField(entity, name)}
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

/** Empty fields are no filters. */
const isSame = (typed: Filters, filters: Readonly<Filters>): boolean => {
  const set = Object.entries(typed).filter(([, value]) => value !== "");
  return set.length === Object.keys(filters).length && set.every(([key, value]) => filters[key] === value);
};
