import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Condition } from "../../catalogue/catalogue.queries.ts";
import { type Applicant, meets } from "./condition.ts";

/** What a condition of the occupational standard asks, and who meets it on 2026-11-20. */
const day = "2026-11-20";
const anyone: Condition = {
  id: "1",
  conditionNo: 1,
  conditionText: "",
  minAge: 16,
  minWorkYears: null,
  prevLevel: null,
  prevYears: null,
  minEducation: null,
};
const person: Applicant = { birthday: "1990-05-01", education: "60", workYears: null, held: [] };

const cases: [name: string, condition: Partial<Condition>, person: Partial<Applicant>, met: boolean][] = [
  ["sixteen today", {}, { birthday: "2010-11-20" }, true],
  ["sixteen tomorrow", {}, { birthday: "2010-11-21" }, false],
  ["age unknown", {}, { birthday: null }, false],
  ["five years of work", { minWorkYears: 5 }, { workYears: 5 }, true],
  ["four years of work", { minWorkYears: 5 }, { workYears: 4 }, false],
  ["years of work unknown", { minWorkYears: 5 }, {}, false],
  ["secondary vocational asked for, senior high school", { minEducation: "40" }, { education: "60" }, false],
  ["secondary vocational asked for and there", { minEducation: "40" }, { education: "40" }, true],
  ["secondary vocational asked for, bachelor", { minEducation: "40" }, { education: "20" }, true],
  ["primary school asked for, other education", { minEducation: "80" }, { education: "90" }, false],
  ["any education asked for, other education", { minEducation: "90" }, { education: "90" }, true],
  ["education unknown", { minEducation: "80" }, { education: null }, false],
  ["level 5 asked for, none held", { prevLevel: "5" }, {}, false],
  ["level 5 asked for, level 4 held", { prevLevel: "5" }, { held: [{ level: "4", since: "2026-01-01" }] }, true],
  ["level 4 asked for, level 5 held", { prevLevel: "4" }, { held: [{ level: "5", since: "2020-01-01" }] }, false],
  [
    "level 5 asked for, one without a level held",
    { prevLevel: "5" },
    { held: [{ level: "0", since: "2020-01-01" }] },
    false,
  ],
  [
    "three years with it, to the day",
    { prevLevel: "5", prevYears: 3 },
    { held: [{ level: "5", since: "2023-11-20" }] },
    true,
  ],
  [
    "a day less than three years with it",
    { prevLevel: "5", prevYears: 3 },
    { held: [{ level: "5", since: "2023-11-21" }], workYears: 20 },
    false,
  ],
  [
    "since when is not known, but worked as long",
    { prevLevel: "5", prevYears: 3 },
    { held: [{ level: "5", since: null }], workYears: 3 },
    true,
  ],
  [
    "since when is not known, and worked less",
    { prevLevel: "5", prevYears: 3 },
    { held: [{ level: "5", since: null }], workYears: 2 },
    false,
  ],
  [
    "certificate and education, only one of them",
    { prevLevel: "4", minEducation: "30" },
    { held: [{ level: "4", since: null }] },
    false,
  ],
];
describe("meets", () => {
  for (const [name, condition, who, met] of cases)
    it(`${name}: ${met ? "met" : "not met"}`, () =>
      assert.equal(meets({ ...anyone, ...condition }, { ...person, ...who }, day), met));
});
