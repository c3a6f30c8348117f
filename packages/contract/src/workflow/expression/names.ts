/** Names by which JavaScript leads to its internals. No variable, property or path has them. */
const internal: ReadonlySet<string> = new Set([
  "__proto__",
  "constructor",
  "prototype",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
]);

/**
 * What was decided last, as the interpreter keeps it: by who completed a step other than the starter’s, or by a model that sets `pass` itself; null where
 * an event took away what was to be decided.
 */
export const lastDecision = "lastDecision";

/** Names that the interpreter gives a meaning. A form that could send them would complete a vote, or pass for another starter. */
const reserved: ReadonlySet<string> = new Set([
  "starter",
  "execution",
  "nrOfInstances",
  "nrOfActiveInstances",
  "nrOfCompletedInstances",
  "nrOfPassedInstances",
  "loopCounter",
  lastDecision,
]);

/** Variables with which a model lets steps be skipped, as in Flowable. A model sets them, and nobody who starts a process or has a task in it. */
export const skipNames = ["_FLOWABLE_SKIP_EXPRESSION_ENABLED", "_ACTIVITI_SKIP_EXPRESSION_ENABLED"] as const;

/** Whether a name leads to internals of JavaScript. */
export const isInternal = (name: string): boolean => internal.has(name);

/** Whether variables that come from outside may have this name. */
export const isFree = (name: string): boolean =>
  name !== "" && name.length <= 255 && !isInternal(name) && !reserved.has(name);
