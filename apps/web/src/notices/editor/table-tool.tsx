import { TableOutlined } from "@ant-design/icons";
import { type Editor, useEditorState } from "@tiptap/react";
import { Button, Dropdown } from "antd";
import { useTexts } from "../texts.ts";

interface Props {
  editor: Editor;
  tabIndex: number;
  onFocus: () => void;
}

const steps = {
  rowBelow: (editor: Editor) => editor.chain().focus().addRowAfter().run(),
  columnRight: (editor: Editor) => editor.chain().focus().addColumnAfter().run(),
  dropRow: (editor: Editor) => editor.chain().focus().deleteRow().run(),
  dropColumn: (editor: Editor) => editor.chain().focus().deleteColumn().run(),
  dropTable: (editor: Editor) => editor.chain().focus().deleteTable().run(),
};
const start = (editor: Editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run();

/** Puts in a table, or changes the one the cursor is in. */
export function TableTool({ editor, tabIndex, onFocus }: Props) {
  const t = useTexts();
  const inside = useEditorState({ editor, selector: ({ editor: now }) => now.isActive("table") });
  const items = inside
    ? (Object.keys(steps) as (keyof typeof steps)[]).map((key) => ({ key, label: t(`table.${key}`), run: steps[key] }))
    : [{ key: "start", label: t("table.start"), run: start }];
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: items.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => items.find((one) => one.key === key)?.run(editor),
      }}
    >
      <Button
        size="small"
        icon={<TableOutlined />}
        aria-label={t("table.name")}
        aria-haspopup="menu"
        title={t("table.name")}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Dropdown>
  );
}
