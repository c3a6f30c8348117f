import { unitSide } from "@jipei/contract/core/fields/codes.ts";
import { type CountedRows, rateRows } from "@jipei/contract/home/counted-rows.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { type Named, useLabel } from "../../core/i18n/language.ts";
import { Link } from "../../core/page/link.ts";
import type { OpenList } from "./open-lists.ts";
import "./list-choice.css";

interface Props {
  /** The figure, and its value. */
  title: string;
  lists: readonly OpenList[];
  onClose: () => void;
}

/** What a list of several is called: which rows of a rate it has, or whose. */
const getName = ({ side, rows }: CountedRows): Named => (rows ? rateRows.codes[rows] : unitSide.codes[side ?? "1"]);

/** Asks which of its lists a figure leads to: one of both sides has a list for each, a rate those that it counts and all among whom. */
export default function ListChoice({ title, lists, onClose }: Props) {
  const label = useLabel();
  return (
    <Dialog open title={title} footer={null} width={360} onClose={onClose}>
      <ul className="list-choice">
        {lists.map((one) => (
          <li key={one.link}>
            <Link to={one.link} onClick={onClose}>
              {label(getName(one))}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
