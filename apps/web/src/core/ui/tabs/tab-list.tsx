import type { KeyboardEvent } from "react";
import "./tab-list.css";

interface Props<K extends string> {
  /** The tabs are called `<id>-<key>`. */
  id: string;
  className: string;
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: readonly { key: K; label: string }[];
  active: K;
  onChange: (key: K) => void;
  /** Id of the panel that a tab shows. */
  panelOf: (key: K) => string;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A row of tabs; arrow keys move between them. */
export function TabList<K extends string>({ id, className, label, items, active, onChange, panelOf }: Props<K>) {
  function move(event: KeyboardEvent) {
    const step = steps[event.key];
    const next = step && items[(items.findIndex(({ key }) => key === active) + step + items.length) % items.length];
    if (!next) return;
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  }
  return (
    <div className={`tab-list ${className}`} role="tablist" aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.key}
          id={`${id}-${item.key}`}
          type="button"
          role="tab"
          aria-selected={item.key === active}
          aria-controls={panelOf(item.key)}
          tabIndex={item.key === active ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
