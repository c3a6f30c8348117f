import { fillText, findText } from "../../apps/web/src/core/i18n/fill-text.ts";
import type { Texts, Values } from "../../apps/web/src/core/i18n/fill-text.ts";
import coreZh from "../../apps/web/src/core/i18n/core-texts.zh.ts";
import coreEn from "../../apps/web/src/core/i18n/core-texts.en.ts";
import importZh from "../../apps/web/src/core/import/texts.zh.ts";
import importEn from "../../apps/web/src/core/import/texts.en.ts";
import classesZh from "../../apps/web/src/training/texts.zh.ts";
import classesEn from "../../apps/web/src/training/texts.en.ts";
import enrolmentZh from "../../apps/web/src/training/roster/texts.zh.ts";
import enrolmentEn from "../../apps/web/src/training/roster/texts.en.ts";
import assessmentZh from "../../apps/web/src/assessment/texts.zh.ts";
import assessmentEn from "../../apps/web/src/assessment/texts.en.ts";
import lookupZh from "../../apps/web/src/assessment/certificates/lookup-texts.zh.ts";
import lookupEn from "../../apps/web/src/assessment/certificates/lookup-texts.en.ts";
import subsidiesZh from "../../apps/web/src/subsidies/texts.zh.ts";
import subsidiesEn from "../../apps/web/src/subsidies/texts.en.ts";

export type Language = "zh" | "en";
/** Labels of fields, codes and moves in the contract. */
export type Named =
  | { readonly zh: string; readonly en: string }
  | readonly [zh: string, en: string, ...rest: unknown[]];

const bundles = {
  zh: {
    core: coreZh,
    import: importZh,
    classes: classesZh,
    enrolment: enrolmentZh,
    assessment: assessmentZh,
    lookup: lookupZh,
    subsidies: subsidiesZh,
  },
  en: {
    core: coreEn,
    import: importEn,
    classes: classesEn,
    enrolment: enrolmentEn,
    assessment: assessmentEn,
    lookup: lookupEn,
    subsidies: subsidiesEn,
  },
};

type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string];
type Bundles = (typeof bundles)["zh"];
/** Bundle and key of a text: a key that is gone does not compile. */
type TextPath = { [B in keyof Bundles]: `${B}.${Keys<Bundles[B]>}` }[keyof Bundles];

/** Texts of the screen, from the same sources as the screen: the contract and the texts of the pages. */
export class Words {
  readonly language: Language;
  constructor(language: Language) {
    this.language = language;
  }

  label(named: Named): string {
    return "zh" in named ? named[this.language] : named[this.language === "zh" ? 0 : 1];
  }

  /** @param path bundle and key: `subsidies.claim.submit` */
  text(path: TextPath, values?: Values): string {
    const [bundle, ...key] = path.split(".");
    const texts = (bundles[this.language] as Record<string, Texts>)[bundle as string];
    if (!texts) throw new Error(`no texts ${bundle}`);
    const found = findText(texts, key.join("."), this.language, values);
    if (found === key.join(".")) throw new Error(`no text ${path}`);
    return fillText(found, values);
  }
}
