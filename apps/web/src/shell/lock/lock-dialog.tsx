import { Input } from "antd";
import { useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { setLock } from "../../core/session/session.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { lockWith } from "./lock.ts";
import { useTexts } from "../texts.ts";

/** 设置锁屏密码: asks for the password the screen is then locked with. */
export default function LockDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const { busy, attempt } = useAttempt();

  function submit() {
    if (busy) return;
    if (!password.trim()) return setMissing(true);
    void attempt(async () => {
      await lockWith(password);
      onClose();
      // The dialog goes first, then the lock page opens.
      setTimeout(() => setLock({ locked: true }), 100);
    });
  }

  return (
    <Dialog
      open
      title={t("lock.title")}
      submitText={t("lock.submit")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
      width={420}
    >
      <label htmlFor="setLockPassword">{t("lock.password")}</label>
      <Input.Password
        id="setLockPassword"
        value={password}
        autoFocus
        autoComplete="new-password"
        maxLength={64}
        status={missing ? "error" : undefined}
        aria-invalid={missing}
        aria-describedby="setLockHint"
        onChange={(event) => setPassword(event.target.value)}
        onPressEnter={submit}
      />
      <p id="setLockHint" className={missing ? "shell-issue" : "shell-hint"} role={missing ? "alert" : undefined}>
        {missing ? t("lock.required") : t("lock.hint")}
      </p>
    </Dialog>
  );
}
