import { Dialog } from "./dialog.tsx";
import "./summary-dialog.css";

export type Fact = readonly [name: string, value: string];

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

/** What a question is about: each fact with its name. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="summary">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Asked before a step that moves money or cannot be taken back: shows what it is about, how much, and what follows. */
export function SummaryDialog({ facts, effect, ...dialog }: Props) {
  return (
    <Dialog {...dialog} width={480}>
      <FactList facts={facts} />
      <p>{effect}</p>
    </Dialog>
  );
}
