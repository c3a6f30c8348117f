import { identityCalls } from "@jipei/contract/exams/identity.calls.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";

/** An address for `<img>` of a photo of a candidate; null until it is there, and where there is none. */
export function usePhoto(paperId: string, which: "taken" | "file", isThere: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isThere) return;
    let made: string | null = null;
    const abort = new AbortController();
    invoke(identityCalls.photo, { paperId, which }, { silent: true, signal: abort.signal }).then(
      ({ blob }) => {
        if (!abort.signal.aborted) setUrl((made = URL.createObjectURL(blob)));
      },
      // The frame says that there is none.
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [paperId, which, isThere]);
  return url;
}
