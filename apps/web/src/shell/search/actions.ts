import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { type Named, language } from "../../core/i18n/language.ts";
import { switchLanguage } from "../../core/i18n/texts.ts";
import { chooseScheme } from "../../core/theme/scheme.ts";
import { type Session, can } from "../../core/session/session.ts";

/** Something to do from anywhere: a page that begins it, or what the bar on top does. */
export interface Action {
  key: string;
  name: Named;
  /** Who may. */
  right?: PermissionKey;
  path?: string;
  run?: () => void;
}

const actions: readonly Action[] = [
  { key: "claim", name: ["新建补贴申请", "New claim"], right: "subsidy_apply_add", path: "/my/subsidy/new" },
  { key: "test", name: ["新建考核申请", "New test application"], right: "test_apply_add", path: "/my/test/new" },
  { key: "own", name: ["个人信息、密码与两步验证", "My info, password and second factor"], path: "/info/index" },
  { key: "dark", name: ["深色外观", "Dark appearance"], run: () => chooseScheme("dark") },
  { key: "light", name: ["浅色外观", "Light appearance"], run: () => chooseScheme("light") },
  {
    key: "language",
    name: ["切换到英文 English", "Switch to Chinese 中文"],
    run: () => void switchLanguage(language() === "zh" ? "en" : "zh"),
  },
];

/** The actions of this user. */
export const getActions = (session: Session): readonly Action[] =>
  actions.filter(({ right }) => !right || can(right, session));
