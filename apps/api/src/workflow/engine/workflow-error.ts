/** Why the engine refuses a step; `codes` says each in both languages. */
const codes = {
  NEVER_ENDS: [
    "流程在一次办理中超过{limit}步仍未停止",
    "The process took {limit} steps at once and did not come to rest",
  ],
  TOO_DEEP: ["流程逐级调用超过{limit}级", "Processes call each other more than {limit} levels deep"],
  NOT_RUNNING: ["流程已结束", "The process has ended"],
  NO_TASK: ["任务{key}不存在或已办理", "There is no task {key}, or it is done"],
  NO_TIMER: ["定时{key}不存在或已触发", "There is no timer {key}, or it has fired"],
  NOT_WAITING: ["流程没有在等待“{name}”", "The process does not wait for “{name}”"],
  NO_ELEMENT: ["流程模型中没有节点{element}", "The model has no element {element}"],
  NO_START: ["流程模型没有可用的开始节点", "The model has no start event that could be used"],
  VARIABLE_NAME: ["变量名“{name}”不可用", "A variable cannot be named “{name}”"],
  VARIABLE_VALUE: ["变量“{name}”的值不可用", "Variable “{name}” has a value that cannot be kept"],
  EXPRESSION: [
    "节点“{element}”的表达式{text}无法计算：{zh}",
    "Expression {text} of “{element}” cannot be evaluated: {en}",
  ],
  NO_FLOW: ["节点“{element}”没有满足条件的后续连线", "No outgoing flow of “{element}” can be taken"],
  NOT_A_LIST: ["节点“{element}”的会签集合不是列表", "The collection of “{element}” is not a list"],
  TOO_FEW_PEOPLE: [
    "没有足够的办理人：需要{needed}人，只有{found}人",
    "Not enough people to sign: {needed} are needed, there are {found}",
  ],
  TOO_MANY_INSTANCES: ["节点“{element}”的会签实例超过{limit}个", "“{element}” would have more than {limit} instances"],
  TIMER: ["节点“{element}”的定时“{text}”无法识别", "The timer “{text}” of “{element}” cannot be read"],
  NO_RETURN: ["不能退回到节点“{element}”", "The task cannot be sent back to “{element}”"],
  LAST_SIGNER: ["不能减去最后一位办理人", "The last signer cannot be removed"],
} as const;

export type WorkflowErrorCode = keyof typeof codes;

/** A step that cannot be taken. Thrown, it leaves the state as it was, since no transition changes its argument. */
export class WorkflowError extends Error {
  readonly code: WorkflowErrorCode;
  readonly zh: string;
  readonly en: string;
  constructor(code: WorkflowErrorCode, params: Readonly<Record<string, string | number>> = {}) {
    const [zh, en] = codes[code];
    super(`${code} ${fill(en, params)}`);
    this.code = code;
    this.zh = fill(zh, params);
    this.en = fill(en, params);
  }
}

/** A BPMN error with its code: thrown by an action of the host, error boundary events and event sub-processes catch it. */
export class BpmnError extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** Puts values in the place of `{name}`. */
export function fill(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}
