import { useId, useState } from "react";
import type { ReactNode } from "react";
import { TabList } from "./tab-list.tsx";
import "./tabs.css";

export interface TabItem {
  key: string;
  label: string;
  content: ReactNode;
}

interface Props {
  items: readonly TabItem[];
  /** What the tabs choose between, for screen readers. */
  label: string;
  /** Chosen by the caller, for instance from the address; left out, the component stores it itself. */
  active?: string;
  onChange?: (key: string) => void;
  /** A panel that is left is unmounted and loses its entries; otherwise it stays mounted, hidden. */
  forget?: boolean;
}

/** Panels of which one shows; on a phone their tabs scroll sideways. */
export function Tabs({ items, label, active, onChange, forget = false }: Props) {
  const id = useId();
  const [own, setOwn] = useState(items[0]?.key ?? "");
  const chosen = active ?? own;
  const [seen, setSeen] = useState<readonly string[]>([chosen]);
  if (!seen.includes(chosen)) setSeen([...seen, chosen]);

  function choose(key: string) {
    setOwn(key);
    onChange?.(key);
  }

  return (
    <>
      <TabList
        id={id}
        className="page-tabs"
        label={label}
        items={items}
        active={chosen}
        onChange={choose}
        panelOf={(key) => `${id}-panel-${key}`}
      />
      {items.map(({ key, content }) => (
        <div
          key={key}
          id={`${id}-panel-${key}`}
          role="tabpanel"
          aria-labelledby={`${id}-${key}`}
          hidden={key !== chosen}
        >
          {(key === chosen || (!forget && seen.includes(key))) && content}
        </div>
      ))}
    </>
  );
}
