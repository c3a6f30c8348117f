import {
  BoldOutlined,
  ClearOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import { Button, Input, Popover } from "antd";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useTexts } from "./texts.ts";
import "./notice-text.css";

/**
 * A small editor for the text of a notice, on the browser's own editing commands: what they make is plain HTML of the elements the
 * server lets through. Its value is HTML.
 */
export function RichTextControl({ field, value, onChange, onBlur, id, disabled }: ControlProps) {
  const t = useTexts();
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const html = (value as string | null | undefined) ?? "";
  // Written into the page only when it changes from outside; while the user types, the page is ahead of the value.
  useEffect(() => {
    if (box.current && box.current.innerHTML !== html) box.current.innerHTML = html;
  }, [html]);
  const report = () => {
    const next = box.current?.innerHTML ?? "";
    onChange?.(box.current?.textContent?.trim() ? next : null);
  };
  const run = (command: string, argument?: string) => {
    box.current?.focus();
    document.execCommand(command, false, argument);
    report();
  };
  return (
    <div>
      {!disabled && (
        <div className="rich-text-tools" role="toolbar" aria-label={label(field)}>
          <Tool name={t("bold")} icon={<BoldOutlined />} run={() => run("bold")} />
          <Tool name={t("italic")} icon={<ItalicOutlined />} run={() => run("italic")} />
          <Tool name={t("heading")} icon={<FontSizeOutlined />} run={() => run("formatBlock", "h3")} />
          <Tool name={t("bullets")} icon={<UnorderedListOutlined />} run={() => run("insertUnorderedList")} />
          <Tool name={t("numbers")} icon={<OrderedListOutlined />} run={() => run("insertOrderedList")} />
          <LinkTool onLink={(address) => run("createLink", address)} box={box} />
          <Tool
            name={t("plain")}
            icon={<ClearOutlined />}
            run={() => {
              run("removeFormat");
              run("formatBlock", "p");
            }}
          />
        </div>
      )}
      <div
        ref={box}
        id={id}
        className="rich-text-field notice-text"
        role="textbox"
        aria-multiline="true"
        aria-label={label(field)}
        tabIndex={0}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={report}
        onBlur={onBlur}
        onPaste={(event) => {
          // Pasted pages and documents contain styles that notices must not have.
          event.preventDefault();
          document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
        }}
      />
    </div>
  );
}

/** Pressing a tool must not clear the selection in the text. */
const Tool = ({ name, icon, run }: { name: string; icon: ReactNode; run: () => void }) => (
  <Button
    size="small"
    icon={icon}
    aria-label={name}
    title={name}
    onMouseDown={(event) => event.preventDefault()}
    onClick={run}
  />
);

function LinkTool({ onLink, box }: { onLink: (address: string) => void; box: React.RefObject<HTMLDivElement | null> }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const selected = useRef<Range | null>(null);
  const change = (next: boolean) => {
    const selection = window.getSelection();
    if (next && selection?.rangeCount && box.current?.contains(selection.anchorNode))
      selected.current = selection.getRangeAt(0).cloneRange();
    setOpen(next);
  };
  const link = (address: string) => {
    setOpen(false);
    if (!/^https?:\/\/\S+$/.test(address) || !selected.current) return;
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(selected.current);
    onLink(address);
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger="click"
      destroyOnHidden
      content={
        <Input.Search autoFocus placeholder="https://" aria-label={t("linkAddress")} enterButton="OK" onSearch={link} />
      }
    >
      <Button
        size="small"
        icon={<LinkOutlined />}
        aria-label={t("link")}
        title={t("link")}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Popover>
  );
}
