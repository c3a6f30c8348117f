import { type MessageEntry, type MessageGroup, markRead, popover } from "@jipei/contract/notices/popover.ts";
import { useLanguage } from "../../../core/i18n/language.ts";
import { useCall, useSend } from "../../../core/api/use-call.ts";
import { useQuiet } from "../../../core/ui/use-quiet.ts";

/** One line of the popover. */
export interface NoticeEntry {
  id: string;
  title: string;
  text: string;
  /** yyyy-MM-dd HH:mm:ss */
  time: string;
  read: boolean;
  /** Page that shows it in full; none for what the line already says. */
  path: string | null;
}

export type NoticeGroup = MessageGroup;

export interface Notices {
  groups: Readonly<Record<NoticeGroup, readonly NoticeEntry[]>>;
  /** Unread in all, also those too old to be listed. */
  unread: Readonly<Record<NoticeGroup, number>>;
  failed: boolean;
  markRead: (ids: readonly string[]) => void;
  markGroup: (group: NoticeGroup) => void;
}

/** How often the bell asks for news. */
const period = 60_000;

export function useNotices(): Notices {
  const language = useLanguage();
  const { data, isError } = useCall(popover, undefined, {
    enabled: useQuiet(),
    refetchInterval: period,
    staleTime: period / 2,
  });
  const send = useSend(markRead, { silent: true });
  const getEntry = ({ id, titleZh, titleEn, textZh, textEn, time, read, path }: MessageEntry): NoticeEntry => ({
    id,
    title: language === "zh" ? titleZh : titleEn,
    text: (language === "zh" ? textZh : textEn) ?? "",
    time,
    read: read === 1,
    path: path ?? null,
  });
  const listed = (group: NoticeGroup) => (data?.[group].entries ?? []).map(getEntry);
  return {
    groups: { mail: listed("mail"), messages: listed("messages"), notices: listed("notices") },
    unread: { mail: data?.mail.unread ?? 0, messages: data?.messages.unread ?? 0, notices: data?.notices.unread ?? 0 },
    failed: isError,
    markRead: (ids) => send.mutate({ ids: ids.join(",") }),
    markGroup: (group) => send.mutate({ group }),
  };
}
