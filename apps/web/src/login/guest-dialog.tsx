import { useEffect, useId, useRef, useState } from "react";
import { Link } from "../core/page/link.ts";
import type { Guest } from "../core/session/sign-in.ts";
import { GuestForm } from "../public/guest-form.tsx";
import { useTexts } from "./third-party-texts.ts";

/** Registration of a user of a third party who has no account here. */
export function GuestDialog({ guest, onClose }: { guest: Guest; onClose: () => void }) {
  const t = useTexts();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [done, setDone] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="guest-dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>{t("dialog")}</h2>
      {done ? (
        <div role="status">
          <p>{t("sent")}</p>
          <p>{t("outcome")}</p>
        </div>
      ) : (
        <>
          <p>{t("vouched")}</p>
          <GuestForm from={guest} onDone={() => setDone(true)}>
            <Link to="/register">{t("student")}</Link>
          </GuestForm>
        </>
      )}
      <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
        {t("close")}
      </button>
    </dialog>
  );
}
