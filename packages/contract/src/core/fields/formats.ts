import type { Format } from "./field.ts";
import { checkCreditCode } from "./credit-code.ts";
import type { Issue } from "../issue.ts";
import { issue } from "../issue.ts";
import { checkIdNumber } from "./id-number.ts";

const mobilePattern = /^1[3-9]\d{9}$/;
const codeNumberPattern = /^[A-Za-z0-9]{1,30}$/;
const emailPattern = /^[A-Za-z0-9_.+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,6}$/;
const digitsPattern = /^\d+$/;

/** A contact phone: eleven digits, 1 then 3–9. */
export function checkMobile(value: string): Issue | null {
  if (value === "") return issue("PHONE_EMPTY", "联系电话不能为空", "Contact phone is required");
  return mobilePattern.test(value)
    ? null
    : issue("PHONE_FORMAT", "联系电话格式不正确", "Contact phone is not a mobile number");
}

/** The mobile number of an account, where length and form have messages of their own; a landline number is bad form. */
export function checkAccountPhone(value: string): Issue | null {
  if (value === "") return issue("MOBILE_EMPTY", "手机号码不能为空", "Mobile number is required");
  if (value.length !== 11) return issue("MOBILE_LENGTH", "手机号码长度不为11位", "Mobile number must have 11 digits");
  return mobilePattern.test(value) ? null : issue("MOBILE_FORMAT", "手机号码格式不正确", "Mobile number is not valid");
}

export function checkCodeNumber(value: string): Issue | null {
  if (value === "") return issue("CODE_EMPTY", "编号不能为空", "Number is required");
  return codeNumberPattern.test(value)
    ? null
    : issue("CODE_FORMAT", "编号格式不正确", "Number must be 1–30 letters or digits");
}

/** The name an account signs in with. */
export function checkAccount(value: string): Issue | null {
  if (value === "") return issue("ACCOUNT_EMPTY", "请先输入账号名称", "Enter the account first");
  return codeNumberPattern.test(value)
    ? null
    : issue("ACCOUNT_FORMAT", "账号须为1–30位字母或数字", "The account has 1–30 letters or digits");
}

/** What a new password must have at least: 8–64 characters without blanks, letters and digits among them. */
export const isGoodPassword = (value: string): boolean => /^(?=.*[A-Za-z])(?=.*\d)\S{8,64}$/.test(value);

/** An address whose top-level part has 2–6 letters. */
export function checkEmail(value: string): Issue | null {
  if (value === "") return issue("EMAIL_EMPTY", "邮箱不能为空", "E-mail is required");
  return value.length <= 254 && emailPattern.test(value)
    ? null
    : issue("EMAIL_FORMAT", "邮箱格式不正确", "E-mail address is not valid");
}

export function checkDigits(value: string): Issue | null {
  return digitsPattern.test(value) ? null : issue("DIGITS_FORMAT", "只能填写数字", "Digits only");
}

/** An http or https address; anything else (javascript:, data:) must never become a link. */
export function checkUrl(value: string): Issue | null {
  const bad = issue("URL_FORMAT", "网址格式不正确", "Web address is not valid");
  return /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(value) ? null : bad;
}

/** An occupation of the national classification (职业分类大典), x-xx-xx-xx; a type of work has two digits more. */
export function checkOccupationCode(value: string): Issue | null {
  return /^\d(-\d{2}){3,4}$/.test(value)
    ? null
    : issue("OCCUPATION_FORMAT", "职业编码格式应为x-xx-xx-xx", "Occupation code must read x-xx-xx-xx");
}

const checks: Readonly<Record<Format, (value: string) => Issue | null>> = {
  idNumber: (value) => checkIdNumber(value),
  mobile: checkMobile,
  email: checkEmail,
  creditCode: checkCreditCode,
  codeNumber: checkCodeNumber,
  digits: checkDigits,
  url: checkUrl,
  occupationCode: checkOccupationCode,
  account: checkAccount,
};

/** What is stored of an input: blanks trimmed; ID numbers and credit codes in capitals. */
export function normaliseFormat(format: Format, value: string): string {
  const trimmed = value.trim();
  return format === "idNumber" || format === "creditCode" ? trimmed.toUpperCase() : trimmed;
}

/** The issue of a value after `normaliseFormat`, or null; an empty value has the issue of a required one. */
export const checkFormat = (format: Format, value: string): Issue | null =>
  checks[format](normaliseFormat(format, value));
