/**
 * Days that break the Monday-to-Friday rule, as the State Council announced them: day → '1' worked, '0' free. Seeded into the dictionary
 * `workday_exception`, where the bureau adds each new year's.
 */
export const workdayExceptionCode = "workday_exception";

export const knownExceptions: Readonly<Record<string, readonly [worked: "0" | "1", zh: string, en: string]>> = {
  "2026-01-01": ["0", "元旦", "New Year"],
  "2026-01-02": ["0", "元旦", "New Year"],
  "2026-01-04": ["1", "元旦调休上班", "Worked for New Year"],
  "2026-02-14": ["1", "春节调休上班", "Worked for Spring Festival"],
  "2026-02-16": ["0", "春节", "Spring Festival"],
  "2026-02-17": ["0", "春节", "Spring Festival"],
  "2026-02-18": ["0", "春节", "Spring Festival"],
  "2026-02-19": ["0", "春节", "Spring Festival"],
  "2026-02-20": ["0", "春节", "Spring Festival"],
  "2026-02-23": ["0", "春节", "Spring Festival"],
  "2026-02-28": ["1", "春节调休上班", "Worked for Spring Festival"],
  "2026-04-06": ["0", "清明节", "Tomb-Sweeping Day"],
  "2026-05-01": ["0", "劳动节", "Labour Day"],
  "2026-05-04": ["0", "劳动节", "Labour Day"],
  "2026-05-05": ["0", "劳动节", "Labour Day"],
  "2026-05-09": ["1", "劳动节调休上班", "Worked for Labour Day"],
  "2026-06-19": ["0", "端午节", "Dragon Boat Festival"],
  "2026-09-20": ["1", "国庆节调休上班", "Worked for National Day"],
  "2026-09-25": ["0", "中秋节", "Mid-Autumn Festival"],
  "2026-10-01": ["0", "国庆节", "National Day"],
  "2026-10-02": ["0", "国庆节", "National Day"],
  "2026-10-05": ["0", "国庆节", "National Day"],
  "2026-10-06": ["0", "国庆节", "National Day"],
  "2026-10-07": ["0", "国庆节", "National Day"],
  "2026-10-10": ["1", "国庆节调休上班", "Worked for National Day"],
};
