import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import "./popover.css";

interface Props {
  /** Name of the button; left out where its content says it. */
  label?: string;
  className?: string;
  /** Shown on the button. */
  button: ReactNode;
  /** Where the panel stands: below the button, right edges in line, or beside it. */
  place?: "below" | "beside";
  panelClass?: string;
  children: (close: () => void) => ReactNode;
}

/** A button with a panel. The browser closes it on Esc and on a click elsewhere; its content exists while it is open. */
export function Popover({ label, className, button, place = "below", panelClass, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function position() {
    const { top, right, bottom } = anchor.current!.getBoundingClientRect();
    const { style } = panel.current!;
    if (place === "beside") Object.assign(style, { top: `${top}px`, left: `${right + 4}px` });
    else
      Object.assign(style, {
        top: `${bottom + 6}px`,
        right: `${Math.max(8, document.documentElement.clientWidth - right)}px`,
      });
  }

  /** Only what is shown can be measured: a panel wider than the room left of its button moves right, back into sight. */
  function keepInSight() {
    const { style } = panel.current!;
    const beyond = 8 - panel.current!.getBoundingClientRect().left;
    if (place === "below" && beyond > 0) style.right = `${Math.max(8, Number.parseFloat(style.right) - beyond)}px`;
  }

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        popoverTarget={id}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`popover ${panelClass ?? ""}`}
        onBeforeToggle={(event) => {
          if (event.newState === "open") position();
          setOpen(event.newState === "open");
        }}
        onToggle={(event) => event.newState === "open" && keepInSight()}
      >
        {open && children(() => document.getElementById(id)?.hidePopover())}
      </div>
    </>
  );
}
