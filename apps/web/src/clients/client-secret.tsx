import { Button, Input } from "antd";
import { copyText } from "../core/copy-text.ts";
import { Dialog } from "../core/dialog.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";

/** The secret of a client, this once: the server keeps a hash of it. */
export function ClientSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const label = useLabel();
  const copy = async () => {
    if (await copyText(secret)) notify("success", label(["已复制", "Copied"]));
    else notify("warning", label(["无法复制，请手动选取", "Cannot be copied, please select it"]));
  };
  return (
    <Dialog
      open
      title={label(["客户端密钥", "Client secret"])}
      onClose={onClose}
      width={560}
      extra={<Button onClick={() => void copy()}>{label(["复制密钥", "Copy the secret"])}</Button>}
    >
      <p>{label(["请立即保存，关闭后不再显示。", "Keep it now: it is not shown again."])}</p>
      <Input.TextArea
        value={secret}
        readOnly
        autoSize
        aria-label={label(["客户端密钥", "Client secret"])}
        style={{ fontFamily: "ui-monospace, monospace" }}
      />
    </Dialog>
  );
}
