import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

interface Props {
  className: string;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the whole page, by the browser's own element; Esc and a click beside it close it. */
export function Modal({ className, label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Hidden below the lock it would still let nothing else of the window be used.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
