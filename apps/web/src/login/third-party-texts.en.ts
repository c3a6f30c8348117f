import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./third-party-texts.zh.ts";

export default {
  choose: "Choose a provider; you will be brought back here after signing in",
  with: "Sign in with {name}",
  busy: "Signing in…",
  dialog: "Registration",
  vouched:
    "The third party has confirmed who you are, but you do not have an account here yet. Apply for one below; once an administrator has approved it, you can sign in with the third party.",
  student: "Students register first and then link their third-party account under “My info”",
  close: "Close",
  sent: "Your application has been submitted. Please wait for an administrator to approve it.",
  outcome: "You will be notified of the outcome by SMS.",
} satisfies Translation<typeof zh>;
