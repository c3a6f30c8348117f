import { Button, Input } from "antd";
import { copy } from "../core/ui/copy.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { useLabel } from "../core/i18n/language.ts";

/** The secret of a client, shown only once: the server stores a hash of it. */
export function ClientSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const label = useLabel();
  const title = label(["客户端密钥", "Client secret"]);
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      width={560}
      extra={<Button onClick={() => void copy(secret)}>{label(["复制密钥", "Copy the secret"])}</Button>}
    >
      <p>{label(["请立即保存，关闭后不再显示。", "Save it now; it will not be shown again."])}</p>
      <Input.TextArea
        value={secret}
        readOnly
        autoSize
        aria-label={title}
        style={{ fontFamily: "ui-monospace, monospace" }}
      />
    </Dialog>
  );
}
