import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./account-texts.zh.ts";

export default {
  register: "Student registration",
  registerText:
    "Register with your ID number and mobile phone; then sign up for classes, see lessons and certificates.",
  forgot: "Forgotten password",
  forgotText: "A code is sent to the phone you registered with; then you set a new password.",
  name: "Name",
  idNumber: "ID number",
  phone: "Mobile phone",
  education: "Education",
  choose: "Please choose",
  password: "Password",
  newPassword: "New password",
  passwordRule: "8–64 characters with letters and digits",
  again: "Password again",
  different: "The passwords differ",
  code: "Code from the message",
  codeHint: "six digits",
  codeMissing: "Enter the six digits",
  send: "Send code",
  resend: "Again in {n} s",
  sent: "The code is on its way; it is valid for 10 minutes",
  sentMaybe: "If this phone is registered, a code will arrive in a moment",
  submit: "Register",
  submitReset: "Set the new password",
  busy: "One moment…",
  required: "{field}: please fill in",
  done: "You are registered",
  doneText: "Signing in…",
  resetDone: "The password is changed",
  signIn: "Sign in",
  have: "Registered already? Sign in",
  privacy:
    "What you enter is used for training, assessment and subsidies only; name and number are compared with the register.",
} satisfies Translation<typeof zh>;
