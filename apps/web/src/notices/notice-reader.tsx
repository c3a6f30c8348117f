import type { Call } from "@jipei/contract/core/call.ts";
import { DeskNotice, deskNoticeCalls, deskNoticeCategory } from "@jipei/contract/notices/desk-notice.ts";
import { Notice, type NoticeRow, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { picturesIn } from "@jipei/contract/notices/pictures.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { formatDateTime } from "../core/format/dates.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FileList } from "../core/files/file-list.tsx";
import { Loaded } from "../core/ui/states.tsx";
import { useCall } from "../core/api/use-call.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { queryClient } from "../core/api/query-client.ts";
import { useCodeText } from "../core/format/status-tag.tsx";
import { NoticeText } from "./notice-text.tsx";

/** Opens the notice that the address names (`?read=12`): where the popover leads. */
function Reader({ children }: { children: (id: string, close: () => void) => ReactNode }) {
  const [params, setParams] = useSearchParams();
  const id = params.get("read");
  const close = () =>
    setParams(
      (current) => {
        current.delete("read");
        return current;
      },
      { replace: true },
    );
  return id ? children(id, close) : null;
}

export function NoticeReader() {
  return (
    <Reader>
      {(id, close) => (
        <OpenNotice call={noticeCalls.read} id={id} name={Notice} onClose={close}>
          {(notice) => (
            <>
              <p className="page-note">
                {notice.categoryName} · {formatDateTime(notice.publishTime ?? "")}
              </p>
              <NoticeText html={notice.content} />
              <NoticeFiles notice={notice} />
            </>
          )}
        </OpenNotice>
      )}
    </Reader>
  );
}

/** The files beside the pictures of the text. */
function NoticeFiles({ notice: { content, attachmentList } }: { notice: NoticeRow }) {
  const pictures = picturesIn(content);
  const files = attachmentList?.filter(({ attLink }) => !pictures.includes(attLink)) ?? [];
  return files.length > 0 && <FileList files={files} />;
}

export function DeskNoticeReader() {
  const getText = useCodeText();
  return (
    <Reader>
      {(id, close) => (
        <OpenNotice call={deskNoticeCalls.detail} id={id} name={DeskNotice} onClose={close}>
          {(notice) => (
            <>
              <p className="page-note">
                {getText(deskNoticeCategory, notice.category)} · {formatDateTime(notice.releaseTime)}
              </p>
              <NoticeText html={notice.content} />
            </>
          )}
        </OpenNotice>
      )}
    </Reader>
  );
}

interface OpenProps<R> {
  call: Call<{ id: string }, R>;
  id: string;
  name: Named;
  onClose: () => void;
  children: (notice: R) => ReactNode;
}

/** Asking for it counts as reading, so the bell is asked again. */
function OpenNotice<R extends { title: string }>({ call, id, name, onClose, children }: OpenProps<R>) {
  const label = useLabel();
  const found = useCall(call, { id });
  const notice = found.data as R | undefined;
  const isRead = notice !== undefined;
  useEffect(() => {
    if (isRead) void queryClient.invalidateQueries({ queryKey: [popover.path] });
  }, [isRead]);
  return (
    <Dialog open kind="drawer" width={720} title={notice?.title ?? label(name)} footer={null} onClose={onClose}>
      <Loaded query={found}>{() => notice && children(notice)}</Loaded>
    </Dialog>
  );
}
