/** Why a value is refused: a key for programs, a sentence for people. */
export interface Fault {
  key: string;
  zh: string;
  en: string;
}
export const fault = (key: string, zh: string, en: string): Fault => ({ key, zh, en });
