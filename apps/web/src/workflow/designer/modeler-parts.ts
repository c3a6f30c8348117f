import { fillText } from "../../core/i18n/fill-text.ts";
import { language } from "../../core/i18n/language.ts";
import { words } from "./words.zh.ts";

type Entries = Readonly<Record<string, unknown>>;
type Providers = { registerProvider: (...place: unknown[]) => void };

/** Elements that no process of ours runs: they are not offered, so that nobody draws what cannot be deployed. */
const unknown =
  /participant|pool|data-(object|store)|group|escalation|compensat|cancel|conditional-(start|catch|intermediate|boundary)|link|complex|ad-?hoc|transaction|business-rule|message-(end|intermediate-throw)|instantiat/i;

const known = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !unknown.test(name)));

/** Leaves out of palette and menus what cannot be deployed. Registered last, so that it sees what the others offer. */
class Restriction {
  static $inject = ["palette", "popupMenu", "contextPad"];
  constructor(palette: Providers, popupMenu: Providers, contextPad: Providers) {
    const last = 100;
    palette.registerProvider(last, { getPaletteEntries: () => known });
    popupMenu.registerProvider("bpmn-replace", last, { getPopupMenuEntries: () => known });
    contextPad.registerProvider(last, { getContextPadEntries: () => known });
  }
}

const translate = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  fillText(language() === "zh" ? (words[text] ?? text) : text, values);

/** Our parts of the modeler: what it says, and what it offers. */
export const modelerParts = {
  __init__: ["restriction"],
  restriction: ["type", Restriction],
  translate: ["value", translate],
};
