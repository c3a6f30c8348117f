/** A number or day as its format shows it, for paper: the formats that forms use, others as the plain number. */
export function numberText(value: number, format: string): string {
  const [positive = "", negative] = format.split(";");
  if (/[ymdhs]/i.test(withoutTexts(positive)) && !/General/i.test(positive)) return dayText(value, positive);
  const code = value < 0 && negative ? negative : positive;
  if (code === "" || /general/i.test(code) || code === "@" || !/[0#]/.test(code)) return plainText(value);
  const isPercent = withoutTexts(code).includes("%");
  const decimals = /\.([0#]+)/.exec(code)?.[1] ?? "";
  const least = decimals.replaceAll("#", "").length;
  const shown = Math.abs(isPercent ? value * 100 : value).toFixed(decimals.length);
  const [whole = "0", rest = ""] = shown.split(".");
  const kept = rest.slice(0, Math.max(least, rest.replace(/0+$/, "").length));
  const grouped = /[#0],[#0]/.test(code) ? whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") : whole;
  const digits = kept ? `${grouped}.${kept}` : grouped;
  const body = code.replace(/[#0][#0,.?]*/, () => digits);
  const text = spoken(body);
  return value < 0 && !negative && Number(shown) !== 0 ? `-${text}` : text;
}

/** Without the digits that a binary fraction makes up. */
const plainText = (value: number): string => String(Number(value.toPrecision(12)));

const withoutTexts = (format: string): string => format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "");
/** The words of a format, without its marks. */
const spoken = (format: string): string =>
  format
    .replaceAll(/\[[^\]]*\]|_.|\*./g, "")
    .replaceAll(/"([^"]*)"/g, "$1")
    .replaceAll(/\\(.)/g, "$1");

const two = (value: number): string => String(value).padStart(2, "0");

function dayText(value: number, format: string): string {
  const at = new Date(Math.round((value - 25_569) * 86_400_000));
  if (Number.isNaN(at.getTime())) return plainText(value);
  let hasHours = false;
  return format
    .replaceAll(/\[[^\]]*\]|;.*$/g, "")
    .replaceAll(/"([^"]*)"|\\(.)|yyyy|yy|mm?|dd?|hh?|ss?/gi, (mark, text?: string, single?: string) => {
      if (text !== undefined) return text;
      if (single !== undefined) return single;
      switch (mark.toLowerCase()) {
        case "yyyy":
          return String(at.getUTCFullYear());
        case "yy":
          return two(at.getUTCFullYear() % 100);
        case "d":
          return String(at.getUTCDate());
        case "dd":
          return two(at.getUTCDate());
        case "h":
        case "hh":
          hasHours = true;
          return two(at.getUTCHours());
        case "s":
        case "ss":
          return two(at.getUTCSeconds());
        default: {
          // The same letter for months and, behind hours, minutes.
          const number = hasHours ? at.getUTCMinutes() : at.getUTCMonth() + 1;
          return mark.length === 1 && !hasHours ? String(number) : two(number);
        }
      }
    });
}
