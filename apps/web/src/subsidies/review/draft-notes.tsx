import { Alert, Button } from "antd";
import { formatDateTime } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { ReviewDrafting } from "./use-review-draft.ts";

/** What stands in the way of a draft: somebody else writes it, it was changed elsewhere, it could not be kept, or it does not fit any more. */
export function DraftNotes({ draft, onChoose }: { draft: ReviewDrafting; onChoose: (lineId: string) => void }) {
  const t = useTexts();
  const label = useLabel();
  const { foreign, problem, unfit, unsentCount } = draft;
  return (
    <>
      {foreign && (
        <Alert
          type="info"
          showIcon
          title={t("draft.foreign", {
            name: foreign.ownerName ?? "",
            time: formatDateTime(foreign.savedTime ?? ""),
            n: foreign.decisions.length,
          })}
          action={<Button onClick={() => void draft.take()}>{t("draft.take")}</Button>}
        />
      )}
      {problem && (
        <Alert
          type="warning"
          showIcon
          title={t(`draft.${problem}`, { n: unsentCount })}
          action={
            <>
              <Button onClick={() => void draft.keepMine()}>{t(`draft.${problem}Mine`)}</Button>
              {problem === "conflict" && <Button onClick={draft.keepTheirs}>{t("draft.theirs")}</Button>}
            </>
          }
        />
      )}
      {unfit.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("draft.unfit", { n: unfit.length })}
          description={
            <ul className="review-changes">
              {unfit.map(({ lineId, name, unfit: zh, unfitEn }) => (
                <li key={lineId}>
                  <button type="button" className="link-button" onClick={() => onChoose(lineId)}>
                    {name}
                  </button>{" "}
                  {label([zh ?? "", unfitEn ?? ""])}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}

/** «已暂存 21:03» */
export function DraftSaved({ draft }: { draft: ReviewDrafting }) {
  const t = useTexts();
  if (draft.foreign) return null;
  return (
    <span className="unit review-saved" role="status">
      {draft.sending ? t("draft.saving") : draft.savedTime && t("draft.saved", { time: draft.savedTime.slice(11, 16) })}
    </span>
  );
}
