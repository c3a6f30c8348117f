type Pair = readonly [zh: string, en: string];

/** What an administrator does with the account of a user. */
export type UserAction = "reset" | "factor" | "unlock" | "disable" | "enable";

interface Words {
  name: Pair;
  /** What it means for the user. */
  note: Pair;
  done: Pair;
  danger?: true;
}

/** What each action is called, and what is said before and after it. */
export const userActionWords: Readonly<Record<UserAction, Words>> = {
  reset: {
    name: ["重置密码", "Reset password"],
    note: [
      "新密码以短信发送到本人手机，登录后须修改；本人的所有会话随即结束。",
      "A new password is sent to the user’s phone and has to be changed at the next sign-in. All sessions of the user end now.",
    ],
    done: ["新密码已发送", "The new password is on its way"],
    danger: true,
  },
  factor: {
    name: ["重置两步验证", "Reset second factor"],
    note: [
      "用户丢失验证器时使用：之后仅凭密码登录，须重新设置；本人的所有会话随即结束。",
      "For a user who has lost the authenticator: the password alone is enough until a new one is set up. All sessions of the user end now.",
    ],
    done: ["两步验证已重置", "The second factor has been reset"],
    danger: true,
  },
  unlock: {
    name: ["解锁", "Unlock"],
    note: [
      "清除登录失败次数，可立即重新登录。",
      "The failed attempts are cleared; the user can sign in again at once.",
    ],
    done: ["已解锁", "Unlocked"],
  },
  disable: {
    name: ["停用", "Disable"],
    note: ["停用后不能登录，所有会话随即结束。", "The user can no longer sign in; all sessions end now."],
    done: ["已停用", "Disabled"],
    danger: true,
  },
  enable: {
    name: ["启用", "Enable"],
    note: ["启用后可以登录，本人会收到短信。", "The user can sign in again and is notified by SMS."],
    done: ["已启用", "Enabled"],
  },
};

/** The dialog that gives users their roles. */
export const grantName: Pair = ["授权", "Roles"];
