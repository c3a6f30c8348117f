import { type ParameterDefinition, counterparts, noRoles, parameters } from "@jipei/contract/settings/parameters.ts";

type Pair = readonly [zh: string, en: string];

const builtIn: Readonly<Record<string, ParameterDefinition>> = parameters;

/** What a built-in key means and takes; undefined for keys of the bureau's own. */
export const findDefinition = (key: string | undefined): ParameterDefinition | undefined =>
  key !== undefined && Object.hasOwn(builtIn, key) ? builtIn[key] : undefined;

const choiceWords: Readonly<Record<string, Pair>> = {
  lesson: ["按课次", "By lesson"],
  period: ["按起止日期", "By class period"],
  firstTrial: ["退回初审", "Back to the first review"],
  back: ["退回申请人", "Back to the applicant"],
};

/** Values to choose from with their words, for keys that have such. */
export function getLabels(key: string | undefined): Record<string, Pair> | undefined {
  const definition = findDefinition(key);
  if (definition?.type === "flag") return { "0": ["否（0）", "No (0)"], "1": ["是（1）", "Yes (1)"] };
  if (definition?.type === "choice")
    return Object.fromEntries(
      (definition.choices ?? []).map((choice) => [choice, choiceWords[choice] ?? [choice, choice]]),
    );
  return undefined;
}

/** What a key takes, in words. */
export function getRange(key: string | undefined): Pair {
  const definition = findDefinition(key);
  switch (definition?.type) {
    case undefined:
      return ["自有参数：不限", "Own key: any value"];
    case "int":
      return [`整数 ${definition.min}–${definition.max}`, `Whole number ${definition.min}–${definition.max}`];
    case "decimal": {
      const [zh, en] =
        key && key in counterparts
          ? ["；另一项权重随之改变，合计为1", "; the other weight follows, so that they add up to 1"]
          : ["", ""];
      return [`数字 ${definition.min}–${definition.max}${zh}`, `Number ${definition.min}–${definition.max}${en}`];
    }
    case "roles":
      return [`一个或多个角色；${noRoles}为无`, `One or more roles; ${noRoles} for none`];
    case "text":
      return [definition.form?.zh ?? "", definition.form?.en ?? ""];
    default:
      return [
        Object.values(getLabels(key) ?? {})
          .map(([zh]) => zh)
          .join(" / "),
        Object.values(getLabels(key) ?? {})
          .map(([, en]) => en)
          .join(" / "),
      ];
  }
}
