import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  sample: {
    title: "People of the sample",
    rule: "Drawn by the system from {students} students, by the seed; at least {n} to be checked. For those not reached, others are drawn",
    draw: "Draw the sample",
    drawMore: "Draw {n} more",
    none: "Not drawn yet. Once drawn, the inspection cannot be removed, nor the people replaced",
    record: "Record the answer",
    change: "Correct the answer",
    person: "The answer of {name}",
    recorded: "Answer recorded",
  },
  visit: {
    tab: "Investigation: {name}",
    edit: "Edit the findings",
    title: "Findings",
    next0: "Next: record the answers and the findings, then fill in",
    next1: "Next: somebody else verifies it",
    next2: "Verified; the class shows the result",
  },
} satisfies Translation<typeof zh>;
