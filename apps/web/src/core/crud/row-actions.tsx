import { Button, Popover, Tooltip } from "antd";
import { useState } from "react";
import { textWidth } from "../list/columns/text-width.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./row-actions.css";

/** An action on a row (or several). */
export interface RowAction {
  key: string;
  label: string;
  run: () => void;
  danger?: boolean;
  /** The letter that does the same where the row is shown in full. */
  shortcut?: string;
  /** Why it cannot be done now. Lists leave it out; where the row is shown in full, the button stays visible and shows the reason. */
  disabled?: string | null;
}

/** What the letters of actions do. */
export const shortcutsOf = (actions: readonly RowAction[]): Record<string, () => void> =>
  Object.fromEntries(
    actions.flatMap(({ shortcut, disabled, run }) => (shortcut && !disabled ? [[shortcut.toLowerCase(), run]] : [])),
  );

/** What a list offers in a row. */
export const possible = (actions: readonly RowAction[]): RowAction[] => actions.filter(({ disabled }) => !disabled);

/** Deletes a row, or those that are checked. */
export const removeAction = (t: ReturnType<typeof useTexts>, run: () => void): RowAction => ({
  key: "remove",
  label: t("list.remove"),
  danger: true,
  run,
});

interface Props {
  actions: readonly RowAction[];
  /** Number of actions side by side; the others are in the «more» menu. */
  inline?: number;
  /** What the actions are for, for screen readers. */
  of?: string;
}

/** Number of actions side by side by default. */
const sideBySide = 3;

/** Splits actions into those side by side, possible ones first, and those in the «more» menu. */
function parted(actions: readonly RowAction[], inline: number): { shown: RowAction[]; rest: RowAction[] } {
  const sorted = [...actions].sort((a, b) => Number(Boolean(a.disabled)) - Number(Boolean(b.disabled)));
  const places = sorted.length <= inline ? inline : inline - 1;
  return { shown: sorted.slice(0, places), rest: sorted.slice(places) };
}

/** Px a column needs for these actions. @param more the label of the menu with the others */
export function roomFor(actions: readonly RowAction[], more: string): number {
  const { shown, rest } = parted(actions, sideBySide);
  const words = [...shown.map((action) => action.label), ...(rest.length > 0 ? [more] : [])];
  return words.reduce((sum, word) => sum + textWidth(word) + gap, padding);
}
/** Space between two actions, and the padding of the cell on both sides. */
const [gap, padding] = [12, 8];

/** Actions of a row: possible ones first, those that are blocked now in the «more» menu. */
export function RowActions({ actions, inline = sideBySide, of }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const { shown, rest } = parted(actions, inline);
  const list = (
    <ul className="row-actions-more" onClick={() => setOpen(false)}>
      {rest.map((action) => (
        <li key={action.key}>
          <ActionLink action={action} of={of} />
        </li>
      ))}
    </ul>
  );
  return (
    <span className="row-actions">
      {shown.map((action) => (
        <ActionLink key={action.key} action={action} of={of} />
      ))}
      {rest.length > 0 && (
        <Popover
          content={list}
          trigger="click"
          open={open}
          onOpenChange={setOpen}
          placement="bottomRight"
          destroyOnHidden
        >
          <button type="button" className="link-button" aria-expanded={open}>
            {t("common.more")}
          </button>
        </Popover>
      )}
    </span>
  );
}

function ActionLink({ action, of }: { action: RowAction; of?: string }) {
  const { label, run, danger, disabled } = action;
  const button = (
    <button
      type="button"
      className={danger ? "link-button danger" : "link-button"}
      aria-disabled={disabled ? true : undefined}
      aria-label={of ? `${label} ${of}` : undefined}
      onClick={disabled ? (event) => event.stopPropagation() : run}
    >
      {label}
    </button>
  );
  return disabled ? <Tooltip title={disabled}>{button}</Tooltip> : button;
}

/** The same as full buttons, for the header of a page or the bar over a selection. The first one is the primary action, as long as it is possible. */
export function ActionButtons({
  actions,
  primary = true,
  busy,
}: {
  actions: readonly RowAction[];
  primary?: boolean;
  busy?: boolean;
}) {
  // While the main one has to wait, no other takes its place.
  const first = primary ? actions.find(({ danger }) => !danger) : undefined;
  const main = first?.disabled ? undefined : first?.key;
  return actions.map(({ key, label, run, danger, shortcut, disabled }) => {
    const button = (
      <Button
        key={key}
        title={shortcut}
        type={key === main ? "primary" : "default"}
        danger={danger}
        loading={busy && key === main}
        aria-disabled={disabled ? true : undefined}
        className={disabled ? "action-disabled" : undefined}
        onClick={disabled ? undefined : run}
      >
        {label}
      </Button>
    );
    return disabled ? (
      <Tooltip key={key} title={disabled}>
        {button}
      </Tooltip>
    ) : (
      button
    );
  });
}
