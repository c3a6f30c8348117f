/** One line of the popover. */
export interface NoticeEntry {
  id: string
  title: string
  /** yyyy-MM-dd HH:mm:ss */
  time: string
  read: boolean
  /** Page that shows it in full. */
  path: string
}

export type NoticeGroup = 'mail' | 'messages' | 'notices'

export interface Notices {
  groups: Readonly<Record<NoticeGroup, readonly NoticeEntry[]>>
  failed: boolean
  markRead: (ids: readonly string[]) => void
}

const none: Notices = { groups: { mail: [], messages: [], notices: [] }, failed: false, markRead: () => undefined }

export const useNotices = (): Notices => none
