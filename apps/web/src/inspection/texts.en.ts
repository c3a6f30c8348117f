import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  sample: {
    title: "People in the sample",
    rule: "Drawn by the system from all students ({students}), using the seed; check at least {n}. Replacements can be drawn for those not reached",
    draw: "Draw the sample",
    drawMore: "Draw {n} more",
    none: "Not drawn yet. Once drawn, the inspection cannot be deleted and the people cannot be replaced",
    record: "Record the answer",
    change: "Correct the answer",
    person: "Answer of {name}",
    recorded: "Answer recorded",
  },
  visit: {
    tab: "Investigation: {name}",
    edit: "Edit the findings",
    title: "Findings",
    next0: "Next: record the answers and findings, then file",
    next1: "Next: to be verified by someone else",
    next2: "Verified; the result is recorded with the class",
  },
} satisfies Translation<typeof zh>;
