import { type DictionaryHead, headKey, keeping } from "@jipei/contract/settings/dictionary.ts";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { Empty } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { DictionaryEntries } from "./dictionary-entries.tsx";
import type { DictionaryProps } from "./dictionary-props.ts";
import { getName, listsName, valuesName } from "./dictionary-words.ts";
import "./settings.css";

const keptBy = {
  key: "keeping",
  title: ["维护方式", "Maintained by"] as const,
  width: 96,
  render: (row: DictionaryHead) => <StatusTag codes={keeping} value={row.keeping} />,
};

/** Heads of all lists, and the values of the one that is picked; which one stands in the address. */
export function DictionaryLists({ entity, calls, resource, above = false }: DictionaryProps & { above?: boolean }) {
  const label = useLabel();
  const menuName = useMenuName();
  const [params, setParams] = useSearchParams();
  const id = params.get("list");
  const entries = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<DictionaryHead | null>(null);
  const name = { field: "dictValue", render: (row: DictionaryHead) => label(getName(row)) } as const;
  const pick = (head: DictionaryHead) => {
    setPicked(head);
    const next = new URLSearchParams(params);
    next.set("list", String(head.id));
    setParams(next, { replace: true });
    // Where the values stand below the lists, they would come without being seen.
    requestAnimationFrame(() => {
      const place = entries.current;
      if (place && place.getBoundingClientRect().top > window.innerHeight / 2)
        place.scrollIntoView({ behavior: "smooth", block: "start" });
    });
  };
  return (
    <>
      <PageHeader title={label(menuName ?? entity)} />
      <div className={above ? "beside above" : "beside"}>
        <section aria-labelledby={`${resource}-lists`}>
          <CrudPage
            embedded
            heading={
              <h2 id={`${resource}-lists`} className="section-title">
                {label(listsName)}
              </h2>
            }
            entity={entity}
            calls={{
              list: calls.parentList,
              detail: calls.detail,
              submit: calls.submit,
              remove: calls.remove,
              export: calls.export,
              import: calls.import,
            }}
            resource={resource}
            title={listsName}
            columns={[
              { ...name, width: 150 },
              { field: "code", width: 160 },
              ...(above
                ? [keptBy, "dictValueEn" as const, "isSealed" as const, "sort" as const, "remark" as const]
                : ["isSealed" as const]),
            ]}
            card={[name, "code", above ? keptBy : "isSealed"]}
            search={["code", "dictValue"]}
            form={["code", "dictValue", "dictValueEn", "sort", "isSealed", "remark"]}
            view={["code", "dictValue", "dictValueEn", "isSealed", "sort", "remark", "createTime", "updateTime"]}
            formWidth={880}
            initial={{ sort: 1, isSealed: "0" }}
            inputOf={(input) => (input["id"] ? input : { ...input, dictKey: headKey })}
            locked={(row) => (row && row.keeping !== "own" ? ["code", "dictValue", "dictValueEn", "isSealed"] : [])}
            frozen={(row, what) =>
              row.keeping === "fixed" || (row.keeping === "built" && what === "remove")
                ? ["该字典由系统内置", "This list is built in"]
                : null
            }
            pick={{ id, onPick: pick }}
          />
        </section>
        <section ref={entries} className="entries" aria-labelledby={`${resource}-entries`}>
          {id ? (
            <DictionaryEntries
              key={id}
              entity={entity}
              calls={calls}
              resource={resource}
              headId={id}
              picked={picked?.id === id ? picked : null}
            />
          ) : (
            <>
              <h2 id={`${resource}-entries`} className="section-title">
                {label(valuesName)}
              </h2>
              <Empty
                text={label(["请先选择字典，再查看和维护它的值。", "Choose a list to view and maintain its values."])}
              />
            </>
          )}
        </section>
      </div>
    </>
  );
}
