/** A validation issue: a key for programs and a text for people. */
export interface Issue {
  key: string;
  zh: string;
  en: string;
}
export const issue = (key: string, zh: string, en: string): Issue => ({ key, zh, en });
