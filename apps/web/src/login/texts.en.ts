import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  title: "Sign in",
  subtitle: "Plans, classes, assessment, certificates and subsidies in one place",
  variants: "Ways to sign in",
  business: { tab: "Business", account: "Account", hint: "Enter your account" },
  institution: { tab: "Institution", account: "Institution account", hint: "Enter the institution account" },
  student: { tab: "Student", account: "ID number", hint: "Enter your ID number" },
  phone: { tab: "Phone", account: "Mobile phone", hint: "Enter your mobile number" },
  thirdParty: { tab: "Third party" },
  tenant: { label: "Tenant", hint: "Six digits", issue: "The number of a tenant has six digits" },
  password: "Password",
  passwordHint: "Enter your password",
  show: "Show password",
  hide: "Hide password",
  required: "Please fill in: {field}",
  submit: "Sign in",
  submitting: "Signing in…",
  wait: "Please wait {time}",
  expired: "Your session has ended. Sign in again to return to where you were.",
  links: "Without signing in",
  notices: "Notices",
} satisfies Translation<typeof zh>;
