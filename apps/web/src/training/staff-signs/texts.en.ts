import type { Translation } from "../../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  choose: "Choose a class",
  take: "Sign up",
  full: "No seats left",
  tab: "Sign-up {no}",
  facts: "The sign-up",
  staff: "Staff",
  number: "ID number",
  add: "Add a person",
  edit: "Edit a person",
  remove: "Remove",
  saved: "Saved",
  again: "Sign up again",
  againHint:
    "Makes a new sign-up of the same people and sends it; to change who is in it, edit it and send it instead.",
  sent: "Sent; the institution decides",
  next_unSubmit: "Add people and send; all must be insured by your enterprise, and everybody must pass.",
  next_unConfirm: "The institution decides on each person; until it has, the sign-up can be withdrawn.",
  next_Confirm:
    "The institution has decided on everybody; those accepted are on the roster, those returned can be signed up again.",
  next_back: "Everybody was returned: correct the sign-up and send it again.",
  next_Invalidate: "The sign-up is void; it can be made again.",
} satisfies Translation<typeof zh>;
