import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./account-texts.zh.ts";

export default {
  register: "Student registration",
  registerText:
    "Register with your ID number and mobile phone, then sign up for classes and see your lessons and certificates.",
  forgot: "Forgot your password?",
  forgotText: "We send a code to the phone you registered with; then you set a new password.",
  name: "Name",
  idNumber: "ID number",
  phone: "Mobile phone",
  education: "Education",
  choose: "Please choose",
  password: "Password",
  newPassword: "New password",
  passwordRule: "8–64 characters with letters and digits",
  again: "Repeat password",
  different: "The passwords differ",
  code: "Code from the message",
  codeHint: "6 digits",
  codeMissing: "Enter the six digits",
  send: "Send code",
  resend: "Again in {n} s",
  sent: "The code has been sent; it is valid for 10 minutes",
  sentMaybe: "If this phone is registered, a code will arrive shortly",
  submit: "Register",
  submitReset: "Set new password",
  busy: "One moment…",
  required: "Please fill in: {field}",
  done: "You are registered",
  doneText: "Signing in…",
  resetDone: "Your password has been changed",
  signIn: "Sign in",
  have: "Registered already? Sign in",
  privacy:
    "Your details are used for training, assessment and subsidies only; name and ID number are checked against the register.",
} satisfies Translation<typeof zh>;
