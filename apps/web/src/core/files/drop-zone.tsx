import { InboxOutlined } from "@ant-design/icons";
import { useRef, useState } from "react";
import type { DragEvent } from "react";
import "./drop-zone.css";

interface Props {
  text: string;
  hint?: string;
  /** Extensions without the point. */
  types: readonly string[];
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** An area to drop files on, or to click. */
export function DropZone({ text, hint, types, multiple, disabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      <button
        type="button"
        className={over ? "drop-zone over" : "drop-zone"}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <InboxOutlined className="drop-zone-icon" />
        <span>{text}</span>
        {hint && <span className="drop-zone-hint">{hint}</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={types.map((type) => `.${type}`).join(",")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
