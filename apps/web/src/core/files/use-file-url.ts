import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { useEffect, useState } from "react";
import { invoke } from "../api/call-client.ts";

/** An address for `<img>` of a stored file, fetched with the session's token; null until it is there, and when it cannot be had. */
export function useFileUrl(link: string | null | undefined): string | null {
  const [loaded, setLoaded] = useState<{ link: string; url: string } | null>(null);
  useEffect(() => {
    if (!link) return;
    let url: string | null = null;
    const abort = new AbortController();
    invoke(downloadFile, { fileUrl: link }, { silent: true, signal: abort.signal }).then(
      ({ blob }) => {
        if (abort.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setLoaded({ link, url });
      },
      // A picture that is missing is no reason to disturb.
      () => undefined,
    );
    return () => {
      abort.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [link]);
  return loaded && loaded.link === link ? loaded.url : null;
}
