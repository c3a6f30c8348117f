import type { Format } from "./field.ts";
import { checkCreditCode } from "./credit-code.ts";
import type { Fault } from "./fault.ts";
import { fault } from "./fault.ts";
import { checkIdNumber } from "./id-number.ts";

const mobilePattern = /^1[3-9]\d{9}$/;
const codeNumberPattern = /^[A-Za-z0-9]{1,30}$/;
const emailPattern = /^[A-Za-z0-9_.+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,6}$/;
const digitsPattern = /^\d+$/;

/** A contact phone: eleven digits, 1 then 3–9. */
export function checkMobile(value: string): Fault | null {
  if (value === "") return fault("PHONE_EMPTY", "联系电话不能为空", "Contact phone is required");
  return mobilePattern.test(value)
    ? null
    : fault("PHONE_FORMAT", "联系电话格式不正确", "Contact phone is not a mobile number");
}

/** The mobile number of an account, where length and form have messages of their own; a landline number is bad form. */
export function checkAccountPhone(value: string): Fault | null {
  if (value === "") return fault("MOBILE_EMPTY", "手机号码不能为空", "Mobile number is required");
  if (value.length !== 11) return fault("MOBILE_LENGTH", "手机号码长度不为11位", "Mobile number must have 11 digits");
  return mobilePattern.test(value) ? null : fault("MOBILE_FORMAT", "手机号码格式不正确", "Mobile number is not valid");
}

export function checkCodeNumber(value: string): Fault | null {
  if (value === "") return fault("CODE_EMPTY", "编号不能为空", "Number is required");
  return codeNumberPattern.test(value)
    ? null
    : fault("CODE_FORMAT", "编号格式不正确", "Number must be 1–30 letters or digits");
}

/** The name an account signs in with. */
export function checkAccount(value: string): Fault | null {
  if (value === "") return fault("ACCOUNT_EMPTY", "请先输入账号名称", "Enter the account first");
  return codeNumberPattern.test(value)
    ? null
    : fault("ACCOUNT_FORMAT", "账号须为1–30位字母或数字", "The account has 1–30 letters or digits");
}

/** An address whose top-level part has 2–6 letters. */
export function checkEmail(value: string): Fault | null {
  if (value === "") return fault("EMAIL_EMPTY", "邮箱不能为空", "E-mail is required");
  return value.length <= 254 && emailPattern.test(value)
    ? null
    : fault("EMAIL_FORMAT", "邮箱格式不正确", "E-mail address is not valid");
}

export function checkDigits(value: string): Fault | null {
  return digitsPattern.test(value) ? null : fault("DIGITS_FORMAT", "只能填写数字", "Digits only");
}

/** An http or https address; anything else (javascript:, data:) must never become a link. */
export function checkUrl(value: string): Fault | null {
  const bad = fault("URL_FORMAT", "网址格式不正确", "Web address is not valid");
  return /^https?:\/\/[^\s/$.?#][^\s]*$/i.test(value) ? null : bad;
}

/** An occupation of the national classification (职业分类大典), x-xx-xx-xx; a type of work has two digits more. */
export function checkOccupationCode(value: string): Fault | null {
  return /^\d(-\d{2}){3,4}$/.test(value)
    ? null
    : fault("OCCUPATION_FORMAT", "职业编码格式应为x-xx-xx-xx", "Occupation code must read x-xx-xx-xx");
}

const checks: Readonly<Record<Format, (value: string) => Fault | null>> = {
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

/** The fault of a value after `normaliseFormat`, or null; an empty value has the fault of a required one. */
export const checkFormat = (format: Format, value: string): Fault | null =>
  checks[format](normaliseFormat(format, value));
