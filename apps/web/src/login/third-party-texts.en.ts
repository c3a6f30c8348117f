import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./third-party-texts.zh.ts";

export default {
  choose: "Choose where to sign in; you will be led back here",
  with: "Sign in with {name}",
  busy: "Signing in…",
  dialog: "Registration",
  vouched:
    "The third party knows you, but you have no account here yet. Ask for one below; once an administrator has approved it, you can sign in with the third party.",
  student: "Students register first, and link their third-party account in “My info” afterwards",
  close: "Close",
  sent: "Your registration is sent. Please wait for the administrator to approve it.",
  outcome: "You are told the outcome by SMS.",
} satisfies Translation<typeof zh>;
