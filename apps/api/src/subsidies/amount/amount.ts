import type { FormulaStep } from "@jipei/contract/subsidies/line-fields.ts";
import { Decimal } from "decimal.js";
import { Refusal } from "../../core/foundation/refusal.ts";

/** What the amount of one row depends on. Amounts in yuan, rates as shares; decimals as text. */
export interface AmountInput {
  /** Standard amount effective on the day the certificate was issued. */
  base: string;
  level: string | null;
  isShortage: boolean;
  /** Share of the standard's own row, else the parameter `subsidy.shortage.rate`. */
  shortageRate: string;
  isKeyGroup: boolean;
  keyGroupRate: string;
  upliftMax: string;
  /** 1 offline, 2 online, 3 blended. */
  classMode: string;
  onlineRate: string;
  blendedRate: string;
  /** Share paid: 1 with a certificate, else the parameter `subsidy.noCert.rate`. */
  certShare: string;
  /** Unit in yuan to which the amount is rounded. */
  roundUnit: string;
  /** Filed fee in yuan that the amount may not exceed; null where there is none. */
  feeCap: string | null;
}

export interface Amount {
  /** Two decimals, yuan. */
  payable: string;
  /** Four decimals. */
  uplift: string;
  /** The formula line by line, for whoever asks why. */
  formula: FormulaStep[];
}

/** Levels for which the shortage uplift is paid. */
const shortageLevels = new Set(["1", "2", "3"]);

/**
 * Amount payable for one trained person: base × (1 + uplift) × factor × share, rounded half up to the unit, then capped by the fee
 * with its fen.
 */
export function payableAmount(input: AmountInput): Amount {
  const shortage = input.isShortage && shortageLevels.has(input.level ?? "") ? new Decimal(input.shortageRate) : zero;
  const keyGroup = input.isKeyGroup ? new Decimal(input.keyGroupRate) : zero;
  const sum = shortage.plus(keyGroup);
  const uplift = Decimal.min(sum, input.upliftMax);
  const factor = getModeFactor(input);
  const raw = new Decimal(input.base).times(one.plus(uplift)).times(factor).times(input.certShare);
  const rounded = roundTo(raw, input.roundUnit);
  const payable = input.feeCap === null ? rounded : Decimal.min(rounded, input.feeCap);
  const formula: FormulaStep[] = [
    { zh: "补贴标准", en: "Standard amount", value: money(input.base) },
    ...(shortage.gt(0) ? [{ zh: "紧缺职业上浮", en: "Shortage uplift", value: shortage.toFixed(4) }] : []),
    ...(keyGroup.gt(0) ? [{ zh: "重点群体上浮", en: "Key-group uplift", value: keyGroup.toFixed(4) }] : []),
    ...(sum.gt(input.upliftMax)
      ? [{ zh: "上浮合计不超过", en: "Uplifts together at most", value: uplift.toFixed(4) }]
      : []),
    ...(factor.eq(1) ? [] : [{ zh: "培训方式系数", en: "Factor for the mode of training", value: factor.toFixed(4) }]),
    ...(one.eq(input.certShare)
      ? []
      : [
          {
            zh: "无证书补贴比例",
            en: "Share paid without certificate",
            value: new Decimal(input.certShare).toFixed(4),
          },
        ]),
    { zh: "标准 ×（1 + 上浮）× 系数", en: "Standard × (1 + uplift) × factor", value: raw.toFixed(2) },
    ...(rounded.eq(raw)
      ? []
      : [
          {
            zh: `四舍五入到${input.roundUnit}元`,
            en: `Rounded half up to ${input.roundUnit} yuan`,
            value: money(rounded),
          },
        ]),
    ...(input.feeCap !== null && rounded.gt(input.feeCap)
      ? [{ zh: "不超过备案收费", en: "At most the filed fee", value: money(input.feeCap) }]
      : []),
    { zh: "应补金额", en: "Amount payable", value: money(payable) },
  ];
  return { payable: money(payable), uplift: uplift.toFixed(4), formula };
}

function getModeFactor({ classMode, onlineRate, blendedRate }: AmountInput): Decimal {
  if (classMode === "2") return new Decimal(onlineRate);
  return classMode === "3" ? new Decimal(blendedRate) : one;
}

/** Months of an apprenticeship that are paid for: at most 24, 36 for level 2 (rules §6.1). */
export const paidMonths = (months: number, level: string): number => Math.min(months, level === "2" ? 36 : 24);

/** Apprenticeship: a year's amount by whole months, at most 24 (36 for level 2); what was advanced to the person is set off on the head. */
export function apprenticeAmount(input: {
  perYear: string;
  months: number;
  level: string;
  advance: string;
  roundUnit: string;
}): { payable: string; final: string; formula: FormulaStep[] } {
  const months = paidMonths(input.months, input.level);
  const raw = getYears(input.perYear, months);
  const payable = roundTo(raw, input.roundUnit);
  const final = Decimal.max(payable.minus(input.advance), 0);
  return {
    payable: money(payable),
    final: money(final),
    formula: [
      { zh: "每人每年标准", en: "Standard per person and year", value: money(input.perYear) },
      { zh: "培训月数", en: "Months of training", value: String(months) },
      { zh: "标准 × 月数 ÷ 12", en: "Standard × months ÷ 12", value: raw.toFixed(2) },
      { zh: "应补金额", en: "Amount payable", value: money(payable) },
      ...(new Decimal(input.advance).gt(0)
        ? [
            { zh: "减预拨", en: "Less the advance", value: money(input.advance) },
            { zh: "最终拨付", en: "Final payment", value: money(final) },
          ]
        : []),
    ],
  };
}

/** Advance on an apprenticeship: a share of what its planned months come to, rounded down to the unit, so that it is never above the share. */
export function apprenticeAdvance(input: {
  perYear: string;
  months: number;
  level: string;
  share: string;
  roundUnit: string;
}): { payable: string; formula: FormulaStep[] } {
  const months = paidMonths(input.months, input.level);
  // Divided last and once: a quotient cut to the digits of a Decimal would fall below the unit that it is a whole number of.
  const units = new Decimal(input.perYear).times(months).times(input.share).divToInt(twelve.times(input.roundUnit));
  const payable = money(units.times(input.roundUnit));
  return {
    payable,
    formula: [
      { zh: "每人每年标准", en: "Standard per person and year", value: money(input.perYear) },
      { zh: "计划培养月数", en: "Months planned", value: String(months) },
      { zh: "标准 × 月数 ÷ 12", en: "Standard × months ÷ 12", value: getYears(input.perYear, months).toFixed(2) },
      { zh: "预拨最高比例", en: "Largest share in advance", value: new Decimal(input.share).toFixed(4) },
      { zh: "预拨金额", en: "Advance", value: payable },
    ],
  };
}

const getYears = (perYear: string, months: number) => new Decimal(perYear).times(months).div(twelve);

/** Living allowance: so much a training day, for eligible categories, up to the limit of days. Days that other claims have (`taken`) are none of them. */
export function livingAllowance(input: {
  perDay: string;
  days: number;
  taken: number;
  maxDays: number;
  eligible: boolean;
}): {
  payable: string;
  formula: FormulaStep[];
} {
  const days = input.eligible ? Math.min(input.days, input.maxDays) : 0;
  const payable = money(new Decimal(input.perDay).times(days));
  return {
    payable,
    formula: [
      { zh: "每天标准", en: "Standard per day", value: money(input.perDay) },
      ...(input.taken > 0
        ? [{ zh: "其他申请已计天数", en: "Days counted in other claims", value: String(input.taken) }]
        : []),
      { zh: "计入天数", en: "Days counted", value: String(days) },
      { zh: "应补金额", en: "Amount payable", value: payable },
    ],
  };
}

/** Project training: one price for each certified person, as it was approved. */
export const projectAmount = (unitPrice: string): { payable: string; formula: FormulaStep[] } => ({
  payable: money(unitPrice),
  formula: [
    { zh: "项目核定单价", en: "Price of the project per person", value: money(unitPrice) },
    { zh: "应补金额", en: "Amount payable", value: money(unitPrice) },
  ],
});

/** Whole months from start (included) to end (excluded), month ends clamped. */
export function wholeMonths(start: string, end: string, addMonths: (day: string, months: number) => string): number {
  let months = 0;
  while (addMonths(start, months + 1) <= end) months++;
  return months;
}

const zero = new Decimal(0);
const one = new Decimal(1);
const twelve = new Decimal(12);
const roundTo = (value: Decimal, unit: string) => value.div(unit).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).times(unit);
/** Yuan with two decimals. */
export const money = (value: Decimal.Value): string => new Decimal(value).toFixed(2);
/**
 * What is wrong with an amount claimed or approved for a person, yuan: AMOUNT_OVER where it is more than payable, AMOUNT_ZERO where it is nothing, since a
 * row of nothing would use up the person's training; null: it is right.
 */
export function findWrongAmount(name: string, amount: string, payable: string): Refusal | null {
  if (new Decimal(amount).gt(payable)) return new Refusal("AMOUNT_OVER", { name, a: amount, b: payable });
  return new Decimal(amount).gt(0) ? null : new Refusal("AMOUNT_ZERO", { name });
}
/** @throws AMOUNT_OVER, AMOUNT_ZERO */
export function assertAmount(name: string, amount: string, payable: string): void {
  const refusal = findWrongAmount(name, amount, payable);
  if (refusal) throw refusal;
}

/** Sum of amounts, two decimals. */
export const calculateSum = (amounts: readonly (string | null)[]): string =>
  money(amounts.reduce<Decimal>((sum, amount) => sum.plus(amount ?? 0), zero));
/** The lower of two filed fees; null when neither is above zero. */
export function findFeeCap(...fees: readonly (string | null)[]): string | null {
  const positive = fees.filter((fee): fee is string => fee !== null && new Decimal(fee).gt(0));
  return positive.length === 0 ? null : Decimal.min(...positive).toFixed(2);
}
