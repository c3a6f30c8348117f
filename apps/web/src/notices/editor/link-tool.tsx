import { LinkOutlined } from "@ant-design/icons";
import type { Editor } from "@tiptap/react";
import { Button, Input, Popover } from "antd";
import { useState } from "react";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import { isAddress } from "./extensions.ts";

interface Props {
  editor: Editor;
  tabIndex: number;
  onFocus: () => void;
}

/** Makes the selected words a link, or takes the link away when no address is given. */
export function LinkTool({ editor, tabIndex, onFocus }: Props) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const change = (next: boolean) => {
    if (next) setAddress((editor.getAttributes("link").href as string | undefined) ?? "");
    setOpen(next);
  };
  const link = () => {
    const href = address.trim();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href && !isAddress(href)) return notify("error", t("linkAddress"));
    setOpen(false);
    if (href) chain.setLink({ href }).run();
    else chain.unsetLink().run();
  };
  return (
    <Popover
      open={open}
      onOpenChange={change}
      trigger="click"
      destroyOnHidden
      content={
        <Input.Search
          autoFocus
          placeholder="https://"
          aria-label={t("linkAddress")}
          enterButton="OK"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onSearch={link}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.stopPropagation();
              setOpen(false);
              editor.commands.focus();
            }
          }}
        />
      }
    >
      <Button
        size="small"
        icon={<LinkOutlined />}
        aria-label={t("link")}
        aria-expanded={open}
        title={t("link")}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Popover>
  );
}
