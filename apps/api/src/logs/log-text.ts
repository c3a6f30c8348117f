import { mask } from "../core/mask.ts";

/** Long runs of digits: nothing else need be looked at closely, and most texts have none. */
const digits = /\d{11}|\d[ -]\d{4}[ -]\d|\d{6}[ -]\d{8}/;
/**
 * Groups: an ID number of 18 places, maybe in its three parts; a bank account, an ID number of 15, or several that stand together; a mobile
 * number, maybe with its country or in groups. Digits of an escape (`%22`) before a number are none of it.
 */
const numbers =
  /(?<!(?<!%[\da-f]?)\d)(?:(\d{6}[ -]?\d{8}[ -]?\d{3}[\dx])(?!\d)|(\d{15,})|((?:86)?1[3-9]\d[ -]?\d{4}[ -]?\d{4})(?!\d))/gi;

const word =
  "(?:password|passwd|pwd|passphrase|token|secret|captcha|authorization|credential|(?:private|secret|access|api|app|encrypt|sign)_?key|(?:sms|verify|check|auth|captcha|recovery)_?code|密码|口令|验证码)[\\w-]{0,20}";
/** Between a name and its value, also in JSON that stands in another text, where quotes have backslashes before them, and in an address. */
const between = `(?:\\\\*["']|%2[27])?\\s*(?:[:=：]|%3[ad])\\s*`;
/** What follows such a word: all between its quotes, else up to the next sign. */
const quoted = new RegExp(`(${word}${between})(\\\\*["'])(?:.*?(?<!\\\\)\\2|.*)`, "gis");
const named = new RegExp(`(${word}${between}(?:bearer\\s+|basic\\s+)?)(?:[^\\s"'&,;}\\\\]|\\\\(?!["']))+`, "gi");
/** Cookies are many, and each may be a session. */
const cookies = /(cookie\\*["']?\s*[:=]\s*\\*["']?)[^"'\\\r\n]+/gi;
const bearer = /(bearer\s+)[\w+/=.~-]{8,}/gi;
/** Account and password before a host. */
const inAddress = /(:\/\/)[^\s/@:]*:[^\s/@]*(?=@)/g;
const sent = /((?:验证码|verification code)[^\d\n]{0,8})\d{4,8}(?!\d)/gi;
/** Signed tokens, wherever they stand. What is no beginning of a word is not tried, or long texts would take seconds. */
const signed = /(?<![\w-])[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,}/g;
const suspicious = /[\w-]{10}\.[\w-]{10}|[:=：]|%3[ad]|bearer|验证码|verification code/i;

/** Read beyond the cut, so that a number is not taken for another because its end is missing. */
const beyond = 40;

/**
 * A text as it may stand in a log: numbers of people masked, tokens and what follows the word password left out, no character that the
 * database refuses, cut to a length.
 */
export function logText(text: string, length: number): string {
  let kept = text.slice(0, length + beyond);
  if (kept.includes("\u0000")) kept = kept.replaceAll("\u0000", "");
  if (suspicious.test(kept)) kept = withoutSecrets(kept);
  if (digits.test(kept)) kept = kept.replace(numbers, masked);
  return (text.length > length || kept.length > length ? `${kept.slice(0, length)}…` : kept).toWellFormed();
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

const masked = (number: string, idNumber?: string, account?: string): string =>
  mask(idNumber ? "idNumber" : account ? "bankAccount" : "phone", number) as string;
