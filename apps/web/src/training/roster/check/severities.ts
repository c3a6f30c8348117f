interface Severity {
  tone: "bad" | "waiting" | "neutral";
  text: "check.block" | "check.warn" | "check.inform";
}

/** How heavy the finding of a rule is: what it says to the reviewer, by word and colour. */
export const severities: Readonly<Record<number, Severity>> = {
  1: { tone: "bad", text: "check.block" },
  2: { tone: "waiting", text: "check.warn" },
  3: { tone: "neutral", text: "check.inform" },
};
