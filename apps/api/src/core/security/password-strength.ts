import { dictionary } from "@zxcvbn-ts/language-common";

/** Words that passwords here are likely to contain besides common passwords: the product, and what a bureau calls itself and its work. */
const ownWords = [
  "jipei",
  "zjgtrain",
  "saber",
  "blade",
  "peixun",
  "jineng",
  "zhiye",
  "jianding",
  "butie",
  "renshe",
  "rensheju",
  "rsj",
  "jiuye",
  "laodong",
  "bureau",
  "training",
  "office",
  "技培",
  "培训",
  "职业",
  "技能",
  "鉴定",
  "补贴",
  "人社",
  "人社局",
  "就业",
  "劳动",
];

/** Common passwords and own words, in lower case. Shorter words are as easy to guess letter by letter. */
const guessable = new Set(
  [...dictionary["passwords-common"], ...ownWords]
    .map((word) => String(word).toLowerCase())
    .filter((word) => word.length >= 3),
);

/** Characters that are commonly written for letters. */
const leet: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "6": "g",
  "1": "i",
  "!": "i",
  "|": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "2": "z",
};
const unleet = (text: string): string => Array.from(text, (letter) => leet[letter] ?? letter).join("");

/** A password must consist of at least so many pieces. */
const fewestPieces = 4;
/** Greatest length of a piece; no known word is longer. */
const longestPiece = 30;

/**
 * Whether a password would be among the first that an attacker tries: it consists of at most three pieces, each of which is a common password, a
 * word of this product, something known about its owner, a date, a short number, a run, a repeat, or a single character. Case and letters written
 * as digits make no difference. `jipei2026a` has three pieces: word, number, letter.
 * @param known what is known about the owner: account, names, phone
 */
export function isGuessable(password: string, known: readonly string[] = []): boolean {
  const typed = password.toLowerCase();
  const words = new Set(known.flatMap(split));
  // At index n: the fewest pieces that the first n characters can be cut into.
  const fewest = [0];
  for (let to = 1; to <= typed.length; to++) {
    fewest[to] = Math.min(
      ...fewest.map(
        (pieces, from) => pieces + (to - from <= longestPiece && isPiece(typed.slice(from, to), words) ? 1 : to - from),
      ),
    );
  }
  return (fewest[typed.length] as number) < fewestPieces;
}

/** The parts of a name or number that people use in passwords: all of it, its words, and the end of a long number. */
const split = (known: string): string[] => {
  const whole = known.toLowerCase().trim();
  return [
    whole,
    ...(/^\d{9,}x?$/.test(whole) ? [whole.slice(-8), whole.slice(-6)] : []),
    ...whole.split(/[^\p{L}\p{N}]+/u),
  ].filter((piece) => piece.length >= 2);
};

const isPiece = (part: string, words: ReadonlySet<string>): boolean =>
  isNumber(part) || isRun(part) || [part, unleet(part)].some((word) => guessable.has(word) || words.has(word));

/** Up to four digits (a year, a day, the end of a phone), or a date in six or eight. */
const isNumber = (part: string): boolean =>
  /^\d{1,4}$/.test(part) || /^(19|20)?\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(part);

/** Repeated or consecutive characters: `aaaa`, `abcd`, `9876`. */
function isRun(part: string): boolean {
  if (part.length < 3) return false;
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  return (
    Math.abs(step) <= 1 &&
    Array.from(part).every((_, at) => at === 0 || part.charCodeAt(at) - part.charCodeAt(at - 1) === step)
  );
}
