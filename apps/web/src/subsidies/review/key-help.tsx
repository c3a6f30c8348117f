import { Dialog } from "../../core/dialog/dialog.tsx";
import { useTexts } from "../texts.ts";

const keys = ["j", "k", "p", "r", "e", "a", "n", "enter", "help"] as const;

/** Which key does what in a review. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open={open} title={t("keys.title")} onClose={onClose} width={460}>
      <dl className="key-help">
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{names[key]}</kbd>
            </dt>
            <dd>{t(`keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
const names = {
  j: "J",
  k: "K",
  p: "P",
  r: "R",
  e: "E",
  a: "A",
  n: "N",
  enter: "Ctrl+Enter",
  help: "?",
} as const satisfies Record<(typeof keys)[number], string>;
