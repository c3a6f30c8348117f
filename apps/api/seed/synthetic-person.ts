import type { Education } from "@jipei/contract/core/fields/codes.ts";
import { idNumberSum } from "@jipei/contract/core/fields/id-number.ts";

/** People for tests and the demo: valid ID numbers of county code «9999», which no region has, so they belong to nobody. */
export interface SyntheticPerson {
  name: string;
  idType: "1";
  idNumber: string;
  sex: "1" | "2";
  birthday: string;
  education: Education;
  phone: string;
}

const counties = ["329999", "449999", "119999", "659999", "519999"];
const families = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗";
const given = [
  "伟",
  "芳",
  "娜",
  "敏",
  "静",
  "丽",
  "强",
  "磊",
  "军",
  "洋",
  "勇",
  "艳",
  "杰",
  "娟",
  "涛",
  "明",
  "超",
  "秀英",
  "建国",
  "晓燕",
  "志强",
  "海燕",
  "文博",
  "雨桐",
  "子涵",
  "佳怡",
  "浩然",
  "欣怡",
  "宇轩",
  "诗涵",
];
const educations: readonly Education[] = ["30", "40", "60", "70", "20"];
const dayOne = Date.UTC(1972, 0, 1);
/** Birthdays from 1972 to 2006: adults far from retirement. */
const days = 12_700;

/**
 * The n-th person; the same n gives the same person.
 * @param n from 0; up to some twelve million are different
 */
export function syntheticPerson(n: number): SyntheticPerson {
  // A stride that has no factor in common with the number of days spreads neighbours over all ages.
  const birthday = new Date(dayOne + ((n * 4801) % days) * 86_400_000).toISOString().slice(0, 10);
  const sequence = String((Math.floor(n / days) * 2 + (n % 2)) % 1000).padStart(3, "0");
  const body = `${counties[n % counties.length]}${birthday.replaceAll("-", "")}${sequence}`;
  const idNumber = body + "10X98765432"[idNumberSum(body) % 11];
  return {
    name: `${families[n % families.length]}${given[(n * 11 + Math.floor(n / families.length)) % given.length]}`,
    idType: "1",
    idNumber,
    sex: Number(sequence[2]) % 2 === 1 ? "1" : "2",
    birthday,
    education: educations[n % educations.length] ?? "60",
    phone: `1${3 + (n % 7)}${String(100_000_000 + ((n * 7919) % 900_000_000))}`,
  };
}
