import { dictionary } from "@zxcvbn-ts/language-common";

/** What a password of somebody here is likely to be made of besides common passwords: the product, and what a bureau calls itself and its work. */
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

/** Common passwords and own words, in small letters. Shorter ones are no harder to guess letter by letter. */
const guessable = new Set(
  [...dictionary["passwords-common"], ...ownWords]
    .map((word) => String(word).toLowerCase())
    .filter((word) => word.length >= 3),
);

/** Letters in place of what is commonly written for them. */
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

/** A password has to be made of as many pieces. */
const fewestPieces = 4;
/** Characters of a piece; no word that is guessed is longer. */
const longestPiece = 30;

/**
 * Whether a password would be among the first that somebody tries: all of it is common passwords, words of this product, what is known of its
 * owner, dates, short numbers, runs and repeats, and single characters, three such pieces at most. Case and letters written as digits make no
 * difference. `jipei2026a` is three pieces: word, number, letter.
 * @param known what is known of the owner: account, names, phone
 */
export function isGuessable(password: string, known: readonly string[] = []): boolean {
  const typed = password.toLowerCase();
  const words = new Set(known.flatMap(piecesOf));
  // The fewest pieces that the first n characters can be cut into.
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

/** A name or number as people write it into a password: whole, and a number by its end. */
const piecesOf = (known: string): string[] => {
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

/** The same character again and again, or each the next one: `aaaa`, `abcd`, `9876`. */
function isRun(part: string): boolean {
  if (part.length < 3) return false;
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  return (
    Math.abs(step) <= 1 &&
    Array.from(part).every((_, at) => at === 0 || part.charCodeAt(at) - part.charCodeAt(at - 1) === step)
  );
}
