import { unitSide } from "../core/fields/codes.ts";
import { type CodeOf, code, codeList, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";

/** A rate has rows of two kinds: those that it counts, and those among which it counts them. */
export const rateRows = codeList("RATE_ROWS", "比率的行", "Rows of a rate", {
  passed: ["合格人员", "Passed"],
  assessed: ["参考人员", "Assessed"],
  employed: ["已就业人员的跟踪记录", "Follow-ups of the employed"],
  finishers: ["结业学员（在职职工除外）", "Those who finished, without employees"],
});
export type RateRows = CodeOf<typeof rateRows>;

/** Lists with the rows that a figure counts, of one side or of both; a user's menu leads to some of them. */
export const countedRows = list(
  record({
    side: code(unitSide, "单位类型", "Kind of unit"),
    rows: code(rateRows, "比率的行", "Rows of a rate"),
    /** The page with its filters. */
    link: text(500, "列表地址", "Address of the list", "required"),
  }),
  10,
);
export type CountedRows = NonNullable<(typeof countedRows)["$value"]>[number];
