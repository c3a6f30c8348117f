import { fill } from "../workflow-error.ts";

/** What can be wrong with a model. Warnings are shown, and hinder nothing. */
const codes = {
  EMPTY: ["error", "流程模型为空", "The model is empty"],
  TOO_LARGE: ["error", "流程模型超过2 MB", "The model is larger than 2 MB"],
  TOO_DEEP: ["error", "流程模型嵌套超过100层", "The model is nested deeper than 100 levels"],
  TOO_MANY_TAGS: ["error", "流程模型超过30000个标签", "The model has more than 30,000 tags"],
  TOO_MANY_ELEMENTS: ["error", "流程超过2000个节点和连线", "The process has more than 2,000 elements and flows"],
  DOCTYPE: ["error", "流程模型不能含有文档类型声明（DOCTYPE）", "A model must not have a document type (DOCTYPE)"],
  ENTITY: ["error", "流程模型不能含有实体", "A model must not have entities"],
  INSTRUCTION: ["error", "流程模型不能含有处理指令", "A model must not have processing instructions"],
  EXTERNAL: ["error", "流程模型不能引用外部文件", "A model must not refer to other files"],
  BROKEN: ["error", "流程模型不是完整的XML", "The model is not well-formed XML"],
  NOT_BPMN: ["error", "流程模型不是BPMN 2.0：{detail}", "The model is not BPMN 2.0: {detail}"],
  UNKNOWN_TAG: ["error", "标签{detail}不支持或位置不对", "Tag {detail} is not supported, or out of place"],
  ATTRIBUTE: ["error", "不支持属性“{detail}”", "Attribute “{detail}” is not supported"],
  NO_PROCESS: ["error", "流程模型中没有可执行的流程", "The model has no executable process"],
  ID_TAKEN: ["error", "标识“{detail}”重复", "The id “{detail}” is used twice"],
  ID_NOT_ALLOWED: ["error", "标识“{detail}”不允许使用", "The id “{detail}” is not allowed"],
  ELEMENT: ["error", "不支持该类节点（{detail}）", "Elements of this kind ({detail}) are not supported"],
  EVENT: ["error", "该事件不支持{detail}", "This event does not support {detail}"],
  EVENT_NONE: ["error", "没有指定事件的触发方式", "The event does not say what makes it happen"],
  EVENT_SEVERAL: ["error", "一个事件只能有一种触发方式", "An event can have one definition only"],
  NO_START: ["error", "没有开始节点", "There is no start event"],
  STARTS: ["error", "有多个无条件的开始节点", "There are several start events without a trigger"],
  START_OF_SUB: ["error", "子流程的开始节点不能有触发条件", "The start event of a sub-process cannot have a trigger"],
  START_OF_EVENT_SUB: [
    "error",
    "事件子流程的开始节点须由定时、消息、信号或错误触发，且不能有连线进出",
    "An event sub-process starts by a timer, message, signal or error, and no flow leads to it or from it",
  ],
  FLOW_ENDS: ["error", "连线缺少起点或终点", "The flow has no source or no target"],
  FLOW_CROSSES: ["error", "连线不能跨越子流程边界", "A flow cannot cross the border of a sub-process"],
  FLOW_INTO_START: ["error", "连线不能进入开始节点或边界事件", "A flow cannot lead to a start or boundary event"],
  FLOW_FROM_END: ["error", "连线不能从结束节点引出", "A flow cannot leave an end event"],
  DEFAULT_FLOW: [
    "error",
    "默认连线“{detail}”不是从该节点引出的",
    "The default flow “{detail}” does not leave this element",
  ],
  UNREACHABLE: ["warning", "从开始节点无法到达", "It cannot be reached from the start"],
  BOUNDARY: ["error", "边界事件没有附着在活动上", "The boundary event is not attached to an activity"],
  GATEWAY_NO_FLOW: ["error", "网关没有后续连线", "The gateway has no outgoing flow"],
  EVENT_GATEWAY: [
    "error",
    "事件网关之后只能是中间捕获事件",
    "An event-based gateway must lead to intermediate catch events only",
  ],
  EXPRESSION: ["error", "表达式{text}有误：{zh}", "Expression {text} is wrong: {en}"],
  CONDITION: ["error", "条件“{text}”不是表达式", "The condition “{text}” is not an expression"],
  LANGUAGE: ["error", "不支持脚本语言“{detail}”", "The script language “{detail}” is not supported"],
  SCRIPT_EMPTY: ["error", "脚本为空", "The script is empty"],
  ACTION: ["error", "服务“{detail}”不在允许的列表中", "Action “{detail}” is not on the list of those allowed"],
  ACTION_NONE: ["error", "服务任务没有指定要执行的操作", "The service task does not say what it runs"],
  TIMER: ["error", "定时“{text}”无法识别", "The timer “{text}” cannot be read"],
  TIMER_NONE: ["error", "定时事件没有指定时间", "The timer event does not say when"],
  NAME_NONE: ["error", "没有指定{zh}名称", "It does not name its {en}"],
  CALLED_NONE: ["error", "调用活动没有指定流程", "The call activity does not name a process"],
  LOOP: ["error", "不支持标准循环", "Standard loops are not supported"],
  LOOP_NONE: ["error", "会签没有指定集合或数量", "Multi-instance does not say for what, or how often"],
  VARIABLE: ["error", "变量名“{detail}”不可用", "A variable cannot be named “{detail}”"],
  FORMULA: ["error", "字段“{label}”的公式“{text}”有误：{zh}", "Formula “{text}” of field “{label}” is wrong: {en}"],
  TABLE: ["error", "表格“{label}”有误：{zh}", "Table “{label}” is wrong: {en}"],
  LISTED: ["error", "字段“{label}”不能在列表中显示：{zh}", "Lists cannot show field “{label}”: {en}"],
  LISTENER: ["error", "不支持监听器", "Listeners are not supported"],
  COMPENSATION: ["error", "不支持补偿", "Compensation is not supported"],
} as const;

export type IssueCode = keyof typeof codes;

/** Something in a model that is wrong or not supported, with its place. */
export interface ModelIssue {
  readonly code: IssueCode;
  readonly severity: "error" | "warning";
  /** BPMN id; null where it concerns the whole file. */
  readonly element: string | null;
  readonly name: string;
  /** BPMN name: `userTask`, `sequenceFlow`. */
  readonly type: string;
  readonly reason: { readonly zh: string; readonly en: string };
}

/** Where an issue is. */
export interface Place {
  readonly element: string | null;
  readonly name: string;
  readonly type: string;
}

/** The file as a whole. */
export const wholeFile: Place = { element: null, name: "", type: "definitions" };

/** An issue with its texts filled in. */
export function issue(code: IssueCode, place: Place, params: Readonly<Record<string, string>> = {}): ModelIssue {
  const [severity, zh, en] = codes[code];
  return { code, severity, ...place, reason: { zh: fill(zh, params), en: fill(en, params) } };
}
