import { lastCharacters, textWidth } from "./text-width.ts";
import "./cut-text.css";

/** A name in a cell of `width` px. One that does not fit is cut in its middle, because names of a list often differ at their end only. */
export function CutText({ text, width }: { text: string; width: number }) {
  if (textWidth(text) <= width) return text;
  return (
    <span className="cut-text" title={text}>
      <span className="cut-text-head">{text}</span>
      <span className="cut-text-end" aria-hidden="true" data-end={lastCharacters(text, width / 2)} />
    </span>
  );
}
