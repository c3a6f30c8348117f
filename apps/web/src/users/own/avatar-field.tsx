import { findUploadIssue } from "@jipei/contract/core/fields/upload-rules.ts";
import { UserOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { uploadFile } from "../../core/files/upload.ts";
import { useFileUrl } from "../../core/files/use-file-url.ts";
import { useTexts } from "../texts.ts";

interface Props {
  /** Link of the picture. */
  value?: string | null;
  onChange?: (link: string | null) => void;
  /** Of the form item, so that its label opens the file chooser. */
  id?: string;
}

/** The user's picture: jpg or png, at most 500 kB. */
export function AvatarField({ value, onChange, id }: Props) {
  const t = useTexts();
  const label = useLabel();
  const url = useFileUrl(value);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function choose(file: File | undefined) {
    if (!file) return;
    const issue = findUploadIssue("avatar", 0, file);
    if (issue) return notify("error", label(issue));
    setBusy(true);
    try {
      onChange?.((await uploadFile(file, "avatar", () => undefined)).attLink);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify("error", error.text());
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="avatar-field">
      {url ? (
        <img src={url} alt="" />
      ) : (
        <span aria-hidden="true">
          <UserOutlined />
        </span>
      )}
      <div>
        <Button loading={busy} onClick={() => input.current?.click()}>
          {t("profile.choosePicture")}
        </Button>
        {value && (
          <Button type="text" onClick={() => onChange?.(null)}>
            {t("profile.removePicture")}
          </Button>
        )}
        <p>{t("profile.pictureHint")}</p>
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".jpg,.jpeg,.png"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
