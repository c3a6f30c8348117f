import { useEffect, useState } from "react";
import type { FileBytes } from "./use-bytes.ts";

interface Props {
  kind: "image" | "video";
  name: string;
  bytes: FileBytes;
}

/** The type for the browser is fixed by us, so that no upload is ever run as a page. */
const types = { image: "image/png", video: "video/mp4" } as const;

/** A picture or a film, as the browser shows it. */
export function MediaPreview({ kind, name, bytes }: Props) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: types[kind] }));
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and revoked with the bytes
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, kind]);
  if (!url) return null;
  return kind === "image" ? <img src={url} alt={name} /> : <video src={url} controls aria-label={name} />;
}
