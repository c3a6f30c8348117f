import type { Translation } from "../../core/i18n/texts.ts";
import type zh from "./frame-texts.zh.ts";

export default {
  error: {
    "403": {
      title: "No access",
      text: "Your account does not have access to this page. If you need it, please ask an administrator.",
    },
    "404": {
      title: "Page not found",
      text: "The page does not exist or has been removed. Please check the address.",
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
    exhausted: "The lock password was wrong too often ({n}); you have been logged out",
  },
  public: { signIn: "Sign in", queries: "Public services" },
} satisfies Translation<typeof zh>;
