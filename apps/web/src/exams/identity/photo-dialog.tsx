import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { Alert, Button } from "antd";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { uploadFile } from "../../core/files/upload.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import { toPhoto } from "./picture.ts";
import { useCamera } from "./use-camera.ts";

interface Props {
  paperId: string;
  onSent: () => void;
  onClose: () => void;
}

/** Takes a photo of the candidate, who looks at it before it is sent. */
export function PhotoDialog({ paperId, onSent, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [photo, setPhoto] = useState<File | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const send = () =>
    void attempt(async () => {
      if (!photo) return;
      const { attLink } = await uploadFile(photo, "photo", () => undefined);
      await invoke(identityCalls.send, { paperId, link: attLink }, { silent: true });
      onSent();
    });
  const again = () => {
    forget();
    setPhoto(null);
  };
  return (
    <Dialog
      open
      title={t("identity.take")}
      onClose={onClose}
      onSubmit={photo ? send : undefined}
      submitText={t("identity.send")}
      busy={busy}
      extra={photo && <Button onClick={again}>{t("identity.again")}</Button>}
      width={520}
    >
      {error && <Alert type="error" showIcon role="alert" title={label([error.msg, error.msgEn])} />}
      {photo ? <Taken photo={photo} /> : <Camera onPhoto={setPhoto} />}
    </Dialog>
  );
}

/** What the camera sees; without one, whatever takes photos on this device, and what to do where nothing does. */
function Camera({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const t = useTexts();
  const { video, camera } = useCamera();
  const [isBad, setBad] = useState(false);
  const take = async (source: HTMLVideoElement | Blob) => {
    try {
      onPhoto(await toPhoto(source instanceof Blob ? await createImageBitmap(source) : source));
    } catch {
      setBad(true);
    }
  };
  return (
    <div className="identity-camera">
      {camera === "none" ? (
        <p role="status">{t("identity.noCamera")}</p>
      ) : (
        <>
          <video ref={video} autoPlay playsInline muted aria-label={t("identity.camera")} />
          <Button type="primary" disabled={camera !== "on"} onClick={() => video.current && void take(video.current)}>
            {t("identity.shoot")}
          </Button>
        </>
      )}
      <label className="identity-file">
        {t("identity.choose")}
        <input
          type="file"
          accept="image/jpeg,image/png"
          capture="user"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            target.value = "";
          }}
        />
      </label>
      {isBad && <Alert type="error" showIcon role="alert" title={t("identity.bad")} />}
    </div>
  );
}

function Taken({ photo }: { photo: File }) {
  const t = useTexts();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and revoked with the picture
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return <img className="identity-taken" src={url} alt={t("identity.taken")} />;
}
