import { Button, Drawer, Modal } from "antd";
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useDirtyGuard } from "../form/dirty-guard.ts";
import { Skeleton } from "../ui/states.tsx";
import { useTabActive } from "../page/tab-active.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { usePhone } from "../ui/use-width.ts";
import { useDialogKeys } from "./dialog-keys.ts";
import "./dialog.css";

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Main action of the footer; Ctrl+Enter does the same. */
  onSubmit?: () => void;
  submitText?: string;
  busy?: boolean;
  danger?: boolean;
  /** Has unsaved entries: closing asks first. */
  dirty?: boolean;
  /** They are kept as a draft, and the question says so. */
  keeps?: boolean;
  /** drawer for more than eight fields */
  kind?: "modal" | "drawer";
  width?: number;
  /** As large as the window. */
  full?: boolean;
  /** Replaces the usual two buttons; null for none. */
  footer?: ReactNode;
  /** More buttons, left of the usual ones. */
  extra?: ReactNode;
  /** What letters do while nobody types. */
  keys?: Readonly<Record<string, (() => void) | undefined>>;
  children: ReactNode;
}

/**
 * The only modal of the product. The frame shows at once and its content is mounted after it, so that a click answers quickly; it is
 * unmounted while its tab is hidden (values live in the caller's form, so nothing is lost); Esc closes, Ctrl+Enter submits.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    onClose,
    onSubmit,
    busy,
    dirty = false,
    kind = "modal",
    width = kind === "drawer" ? 880 : 640,
    children,
  } = props;
  const active = useTabActive();
  const phone = usePhone();
  const [asking, setAsking] = useState(false);
  const [ready, setReady] = useState(false);
  // Mounted again at the same time, the question would be under the dialog it is about.
  if (asking && !active) setAsking(false);
  useDirtyGuard(open && dirty);
  // A form that is not mounted yet has nothing to send.
  const submit = onSubmit && (() => ready && onSubmit());
  useDialogKeys(open && active, { submit: () => !busy && !asking && submit?.(), letters: asking ? {} : props.keys });
  useFocusBack(open && active);
  if (!open || !active) return null;

  const close = () => (dirty ? setAsking(true) : onClose());
  const leave = () => {
    setAsking(false);
    onClose();
  };
  const frame = { open: true, title, destroyOnHidden: true, className: props.full ? "dialog full" : "dialog" } as const;
  const footer =
    props.footer === undefined ? <Footer {...props} onSubmit={submit} ready={ready} close={close} /> : props.footer;
  const body = (
    // A view without fields can be scrolled by the keyboard too.
    <div className="dialog-content" tabIndex={onSubmit ? undefined : 0}>
      <Deferred ready={ready} onReady={setReady} focus={onSubmit !== undefined && !phone}>
        {children}
      </Deferred>
    </div>
  );
  return (
    <>
      {kind === "drawer" ? (
        <Drawer {...frame} size={phone ? "100%" : width} onClose={close} footer={footer} mask={{ closable: !dirty }}>
          {body}
        </Drawer>
      ) : (
        <Modal
          {...frame}
          width={phone || props.full ? "100%" : width}
          onCancel={close}
          footer={footer}
          mask={{ closable: !dirty }}
          centered={phone}
        >
          {body}
        </Modal>
      )}
      {asking && <LeaveQuestion keeps={props.keeps} onLeave={leave} onStay={() => setAsking(false)} />}
    </>
  );
}

function Footer({
  onSubmit,
  submitText,
  busy,
  danger,
  extra,
  ready,
  close,
}: DialogProps & { ready: boolean; close: () => void }) {
  const t = useTexts();
  return (
    <div className="dialog-footer">
      {extra && <div className="dialog-extra">{extra}</div>}
      <Button onClick={close}>{onSubmit ? t("common.cancel") : t("common.close")}</Button>
      {onSubmit && (
        // Disabled it would flash grey for the moment in which the content is mounted.
        <Button
          type="primary"
          danger={danger}
          loading={busy}
          aria-disabled={!ready || undefined}
          onClick={onSubmit}
          title={t("common.keys")}
        >
          {submitText ?? t("common.ok")}
        </Button>
      )}
    </div>
  );
}

interface LeaveProps {
  keeps?: boolean;
  onLeave: () => void;
  onStay: () => void;
}

function LeaveQuestion({ keeps = false, onLeave, onStay }: LeaveProps) {
  const t = useTexts();
  useFocusBack(true);
  return (
    <Modal
      open
      title={t("form.unsaved")}
      onCancel={onStay}
      onOk={onStay}
      okText={t("form.stay")}
      cancelText={t("common.close")}
      cancelButtonProps={{ onClick: onLeave }}
      width={420}
      centered
    >
      {t(keeps ? "form.draftStays" : "form.entriesGo")}
    </Modal>
  );
}

interface DeferredProps {
  ready: boolean;
  onReady: (ready: boolean) => void;
  focus: boolean;
  children: ReactNode;
}

/** Mounts its children in a transition after the first paint, and focuses the first field. */
function Deferred({ ready, onReady, focus, children }: DeferredProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => onReady(true)));
    return () => {
      cancelAnimationFrame(frame);
      onReady(false);
    };
  }, [onReady]);
  useEffect(() => {
    if (ready && focus)
      content.current
        ?.querySelector<HTMLElement>("input:not([disabled], [type=file]), textarea:not([disabled])")
        ?.focus();
  }, [ready, focus]);
  return ready ? <div ref={content}>{children}</div> : <Skeleton rows={4} />;
}

/** Returns the focus to where it was before the dialog opened, so that keyboard users continue from there. */
function useFocusBack(open: boolean): void {
  const before = useRef<Element | null>(null);
  // Read before anything of the dialog takes the focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      // Not where something else has taken the focus meanwhile.
      if (document.activeElement === document.body && current instanceof HTMLElement)
        current.focus({ preventScroll: true });
    };
  }, [open]);
}

interface ConfirmProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  okText?: string;
  danger?: boolean;
  busy?: boolean;
  onOk: () => void;
  onClose: () => void;
}

/** A question with yes and no. */
export function Confirm({ open, title, children, okText, danger, busy, onOk, onClose }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      onSubmit={onOk}
      submitText={okText}
      danger={danger}
      busy={busy}
      width={440}
    >
      {children}
    </Dialog>
  );
}
