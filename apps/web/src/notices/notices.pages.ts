import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  // Named here too: its readers have no menu entry for it, the bell leads them there.
  "/desk/notice": { load: () => import("./desk-notice.page.tsx"), zh: "系统公告", en: "Desk notices" },
  "/information/notice": () => import("./notice.page.tsx"),
  "/my/notice": { load: () => import("./published/my-notice.page.tsx"), zh: "通知文件", en: "Notices" },
  "/resource/sms": () => import("./sms-provider.page.tsx"),
  "/resource/smslog": () => import("./sms-message.page.tsx"),
};
