import { type Fact, FactList } from "../ui/fact-list.tsx";
import { Dialog } from "./dialog.tsx";
import "./summary-dialog.css";

interface Props {
  open: boolean;
  /** Names the action and its object. */
  title: string;
  /** What it is about: object, count, sum. */
  facts: readonly Fact[];
  /** What happens then, and whether it can be taken back. */
  effect: string;
  submitText: string;
  busy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Asked before a step that moves money or cannot be taken back: shows what it is about, how much, and what follows. */
export function SummaryDialog({ facts, effect, ...dialog }: Props) {
  return (
    <Dialog {...dialog} width={480}>
      <FactList className="summary" facts={facts} />
      <p>{effect}</p>
    </Dialog>
  );
}
