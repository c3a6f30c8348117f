import { Alert } from "antd";
import type { CallError } from "../api/call-error.ts";
import { Dialog } from "./dialog.tsx";
import { RefusalText } from "./mending.tsx";
import { useLabel, useLanguage } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./failure-list.css";

interface Props {
  error: CallError;
  /** The title of a row, where the refusal names several rows. */
  titleOf?: (id: string) => string | null;
}

/** All issues of a refused call at once. */
export function FailureList({ error, titleOf }: Props) {
  const t = useTexts();
  const label = useLabel();
  const language = useLanguage();
  // The same words twice, of several rows without a name for instance, are one failure.
  const failures = error.failures.filter(
    (one, i) => error.failures.findIndex(({ id, msg }) => id === one.id && msg === one.msg) === i,
  );
  const [only] = failures;
  if (!only || (failures.length === 1 && !(only.id && titleOf?.(only.id))))
    return (
      <Alert
        type="error"
        showIcon
        title={
          <RefusalText
            code={only?.errorCode ?? error.errorCode}
            text={only ? label({ zh: only.msg, en: only.msgEn }) : error.text(language)}
          />
        }
      />
    );
  return (
    <div role="alert">
      <p className="failure-head">{t("failures.count", { count: failures.length })}</p>
      <ul className="failure-list">
        {failures.map((failure, i) => (
          <li key={i}>
            {failure.id && titleOf?.(failure.id) && <strong>{titleOf(failure.id)} </strong>}
            <RefusalText code={failure.errorCode} text={label({ zh: failure.msg, en: failure.msgEn })} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same in a dialog, after a button was pressed. */
export function FailureDialog({
  error,
  onClose,
  titleOf,
}: {
  error: CallError | null;
  onClose: () => void;
  titleOf?: Props["titleOf"];
}) {
  const t = useTexts();
  return (
    <Dialog open={error !== null} title={t("failures.title")} onClose={onClose} width={520}>
      {error && <FailureList error={error} titleOf={titleOf} />}
    </Dialog>
  );
}
