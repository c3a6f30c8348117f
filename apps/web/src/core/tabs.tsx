import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import './tabs.css'

export interface TabItem {
  key: string
  label: string
  content: ReactNode
}

interface Props {
  items: readonly TabItem[]
  /** What the tabs choose between, for screen readers. */
  label: string
  /** Chosen by the caller, for instance from the address; left out, the tabs remember it themselves. */
  active?: string
  onChange?: (key: string) => void
  /** A panel that was left loses what was typed in it; else it waits, hidden. */
  forget?: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Panels of which one shows. Arrow keys move between the tabs; on a phone they scroll sideways. */
export function Tabs({ items, label, active, onChange, forget = false }: Props) {
  const id = useId()
  const [own, setOwn] = useState(items[0]?.key ?? '')
  const chosen = active ?? own
  const [seen, setSeen] = useState<readonly string[]>([chosen])
  if (!seen.includes(chosen)) setSeen([...seen, chosen])

  function choose(key: string) {
    setOwn(key)
    onChange?.(key)
  }
  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    const next = items[(items.findIndex(({ key }) => key === chosen) + step + items.length) % items.length]
    if (!next) return
    choose(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }

  return (
    <>
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.key}
            id={`${id}-${item.key}`}
            type="button"
            role="tab"
            aria-selected={item.key === chosen}
            aria-controls={`${id}-panel-${item.key}`}
            tabIndex={item.key === chosen ? 0 : -1}
            onClick={() => choose(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {items.map(({ key, content }) => (
        <div key={key} id={`${id}-panel-${key}`} role="tabpanel" aria-labelledby={`${id}-${key}`} hidden={key !== chosen}>
          {(key === chosen || (!forget && seen.includes(key))) && content}
        </div>
      ))}
    </>
  )
}
