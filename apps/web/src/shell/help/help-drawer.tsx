import { Checkbox } from "antd";
import { useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { areLettersOn, switchLetters } from "../../core/dialog/letter-keys.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { findHelp } from "./help-facts.ts";
import { useTexts } from "./texts.ts";
import "./help.css";

/** Who may do what a page is for, what happens then, and on what basis. @param path of the page, as it is registered */
export default function HelpDrawer({ path, onClose }: { path: string; onClose: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const help = findHelp(path);
  return (
    <Dialog open kind="drawer" width={400} title={t("title")} footer={null} onClose={onClose}>
      {help && (
        <dl className="help">
          {(["who", "next", "basis"] as const).map((part) => (
            <div key={part}>
              <dt>{t(part)}</dt>
              <dd>{label(help[part])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="unit">{t("keys")}</p>
      <LettersSwitch />
    </Dialog>
  );
}

/** Keys of one letter can be switched off in this browser. */
function LettersSwitch() {
  const t = useTexts();
  const [on, setOn] = useState(areLettersOn);
  return (
    <Checkbox
      checked={on}
      onChange={({ target }) => {
        switchLetters(target.checked);
        setOn(target.checked);
      }}
    >
      {t("letters")}
    </Checkbox>
  );
}
