import { mask } from "../core/security/mask.ts";

/** Long runs of digits. Most texts have none and need no closer look. */
const digits = /\d{11}|\d[ -]\d{4}[ -]\d|\d{6}[ -]\d{8}/;
/**
 * Groups: an ID number of 18 digits, maybe in its three parts; a bank account, an ID number of 15 digits, or several numbers in a row; a mobile
 * number, maybe with country code or in groups. Digits of an escape (`%22`) before a number do not belong to it.
 */
const numbers =
  /(?<!(?<!%[\da-f]?)\d)(?:(\d{6}[ -]?\d{8}[ -]?\d{3}[\dx])(?!\d)|(\d{15,})|((?:86)?1[3-9]\d[ -]?\d{4}[ -]?\d{4})(?!\d))/gi;

const word =
  "(?:password|passwd|pwd|passphrase|token|secret|captcha|authorization|credential|(?:private|secret|access|api|app|encrypt|sign)_?key|(?:sms|verify|check|auth|captcha|recovery)_?code|密码|口令|验证码)[\\w-]{0,20}";
/** What may stand between a name and its value, also in JSON inside another text, where quotes are escaped, and in an address. */
const between = `(?:\\\\*["']|%2[27])?\\s*(?:[:=：]|%3[ad])\\s*`;
/** The value after such a word: all between its quotes, else up to the next punctuation mark. */
const quoted = new RegExp(`(${word}${between})(\\\\*["'])(?:.*?(?<!\\\\)\\2|.*)`, "gis");
const named = new RegExp(`(${word}${between}(?:bearer\\s+|basic\\s+)?)(?:[^\\s"'&,;}\\\\]|\\\\(?!["']))+`, "gi");
/** A cookie header to its end: it has several cookies, and each may be a session. */
const cookies = /(cookie\\*["']?\s*[:=]\s*\\*["']?)[^"'\\\r\n]+/gi;
const bearer = /(bearer\s+)[\w+/=.~-]{8,}/gi;
/** Account and password before the host of a URL. */
const inAddress = /(:\/\/)[^\s/@:]*:[^\s/@]*(?=@)/g;
const sent = /((?:验证码|verification code)[^\d\n]{0,8})\d{4,8}(?!\d)/gi;
/** Signed tokens. They are tried only at the beginning of a word, as long texts would take seconds otherwise. */
const signed = /(?<![\w-])[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,}/g;
const suspicious = /[\w-]{10}\.[\w-]{10}|[:=：]|%3[ad]|bearer|验证码|verification code/i;

/** Characters read beyond the cut, so that a number is not mistaken for another because its end is missing. */
const beyond = 40;

/**
 * A text as it may be logged: ID and phone numbers masked, tokens and what follows the word password left out, no character that the
 * database refuses, cut to a length.
 */
export function logText(text: string, length: number): string {
  let safe = text.slice(0, length + beyond);
  if (safe.includes("\u0000")) safe = safe.replaceAll("\u0000", "");
  if (suspicious.test(safe)) safe = withoutSecrets(safe);
  if (digits.test(safe)) safe = safe.replace(numbers, masked);
  return (text.length > length || safe.length > length ? `${safe.slice(0, length)}…` : safe).toWellFormed();
}

const withoutSecrets = (text: string): string =>
  text
    .replace(cookies, "$1***")
    .replace(quoted, "$1$2***$2")
    .replace(named, "$1***")
    .replace(bearer, "$1***")
    .replace(inAddress, "$1***")
    .replace(sent, "$1***")
    .replace(signed, "***");

function masked(number: string, idNumber?: string, account?: string): string {
  if (idNumber) return mask("idNumber", number) as string;
  return mask(account ? "bankAccount" : "phone", number) as string;
}
