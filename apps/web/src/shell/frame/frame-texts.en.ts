import type { Translation } from "../../core/i18n/texts.ts";
import type zh from "./frame-texts.zh.ts";

export default {
  error: {
    "403": {
      title: "No access",
      text: "Your account may not open this page. If you need it, ask the administrator for the right.",
    },
    "404": {
      title: "Page not found",
      text: "The address does not exist or the page was removed. Please check the address.",
    },
    "500": { title: "Server error", text: "The service is not available at the moment. Please try again later." },
    home: "Go to home",
    back: "Go back",
  },
  lock: {
    title: "Screen locked",
    hint: "Enter the lock password to unlock",
    password: "Lock password",
    required: "Enter the lock password",
    unlock: "Unlock",
    wrong: "Wrong lock password; attempts left: {n}",
    exit: "Log out",
    exhausted: "The lock password was wrong {n} times; you have been logged out",
  },
  public: { signIn: "Sign in", queries: "Public checks" },
} satisfies Translation<typeof zh>;
