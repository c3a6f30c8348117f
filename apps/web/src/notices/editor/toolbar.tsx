import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import { type Editor, useEditorState } from "@tiptap/react";
import { Button, Input } from "antd";
import { useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTexts } from "../texts.ts";
import { LinkTool } from "./link-tool.tsx";
import { TableTool } from "./table-tool.tsx";

interface Tool {
  key:
    | "undo"
    | "redo"
    | "heading"
    | "bold"
    | "italic"
    | "underline"
    | "strike"
    | "bullets"
    | "numbers"
    | "left"
    | "center"
    | "right"
    | "plain";
  icon: ReactNode;
  run: (editor: Editor) => void;
  /** Whether it holds where the cursor is; a tool without it does something once. */
  holds?: (editor: Editor) => boolean;
}

const tools: readonly Tool[] = [
  { key: "undo", icon: <UndoOutlined />, run: (editor) => editor.chain().focus().undo().run() },
  { key: "redo", icon: <RedoOutlined />, run: (editor) => editor.chain().focus().redo().run() },
  {
    key: "heading",
    icon: <FontSizeOutlined />,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    holds: (editor) => editor.isActive("heading"),
  },
  {
    key: "bold",
    icon: <BoldOutlined />,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    holds: (editor) => editor.isActive("bold"),
  },
  {
    key: "italic",
    icon: <ItalicOutlined />,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    holds: (editor) => editor.isActive("italic"),
  },
  {
    key: "underline",
    icon: <UnderlineOutlined />,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    holds: (editor) => editor.isActive("underline"),
  },
  {
    key: "strike",
    icon: <StrikethroughOutlined />,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    holds: (editor) => editor.isActive("strike"),
  },
  {
    key: "bullets",
    icon: <UnorderedListOutlined />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    holds: (editor) => editor.isActive("bulletList"),
  },
  {
    key: "numbers",
    icon: <OrderedListOutlined />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    holds: (editor) => editor.isActive("orderedList"),
  },
  {
    key: "left",
    icon: <AlignLeftOutlined />,
    run: (editor) => editor.chain().focus().unsetTextAlign().run(),
    holds: (editor) => !["center", "right", "justify"].some((textAlign) => editor.isActive({ textAlign })),
  },
  {
    key: "center",
    icon: <AlignCenterOutlined />,
    run: (editor) => editor.chain().focus().setTextAlign("center").run(),
    holds: (editor) => editor.isActive({ textAlign: "center" }),
  },
  {
    key: "right",
    icon: <AlignRightOutlined />,
    run: (editor) => editor.chain().focus().setTextAlign("right").run(),
    holds: (editor) => editor.isActive({ textAlign: "right" }),
  },
  {
    key: "plain",
    icon: <ClearOutlined />,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().unsetTextAlign().run(),
  },
];

interface Props {
  editor: Editor;
  /** Of the text it belongs to. */
  name: string;
  uploading: boolean;
  addPictures?: (files: FileList | null) => void;
}

/** The tools above the text. One Tab stop: arrow keys, Home and End go from tool to tool. */
export function Toolbar({ editor, name, uploading, addPictures }: Props) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const held = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ holds }) => holds?.(now)),
  });
  const picture = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now.isActive("image") ? (now.getAttributes("image").alt as string | null) : undefined,
  });
  const place = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });

  function walk(event: KeyboardEvent) {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>(":scope > button") ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  }

  return (
    <div ref={box} className="rich-text-tools" role="toolbar" aria-label={t("tools", { name })} onKeyDown={walk}>
      {tools.map(({ key, icon, run }, index) => (
        <ToolButton
          key={key}
          name={t(key)}
          icon={icon}
          pressed={held[index]}
          run={() => run(editor)}
          {...place(index)}
        />
      ))}
      <LinkTool editor={editor} {...place(tools.length)} />
      <TableTool editor={editor} {...place(tools.length + 1)} />
      {addPictures && (
        <>
          <ToolButton
            name={t("picture")}
            icon={<PictureOutlined />}
            loading={uploading}
            run={() => file.current?.click()}
            {...place(tools.length + 2)}
          />
          <input
            ref={file}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            accept="image/png,image/jpeg"
            aria-label={t("picture")}
            onChange={(event) => {
              addPictures(event.target.files);
              event.target.value = "";
            }}
          />
        </>
      )}
      {picture !== undefined && (
        <Input
          size="small"
          className="rich-text-alt"
          aria-label={t("pictureText")}
          placeholder={t("pictureText")}
          value={picture ?? ""}
          maxLength={200}
          onChange={(event) => editor.commands.updateAttributes("image", { alt: event.target.value })}
        />
      )}
    </div>
  );
}

interface ToolButtonProps {
  name: string;
  icon: ReactNode;
  pressed?: boolean;
  loading?: boolean;
  tabIndex: number;
  onFocus: () => void;
  run: () => void;
}

/** Pressing a tool must not clear the selection in the text. */
export const ToolButton = ({ name, icon, pressed, loading, tabIndex, onFocus, run }: ToolButtonProps) => (
  <Button
    size="small"
    type={pressed ? "primary" : "default"}
    ghost={pressed}
    icon={icon}
    loading={loading}
    aria-label={name}
    aria-pressed={pressed}
    title={name}
    tabIndex={tabIndex}
    onFocus={onFocus}
    onMouseDown={(event) => event.preventDefault()}
    onClick={run}
  />
);
