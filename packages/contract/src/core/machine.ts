import type { CodeList } from "./fields/field.ts";
import type { RoleAlias } from "./roles.ts";

/** One move of a state machine. The action is what the URL, the permission, the button and the history row all name. */
export interface Action<S extends string = string> {
  zh: string;
  en: string;
  from: readonly S[];
  /** Several targets where the input chooses among them; the handler names one. */
  to: S | readonly S[];
  /** Roles that have the permission by default; at run time the permission decides, so that other roles can be granted it. */
  by: readonly RoleAlias[];
  /** Button key; `<resource>_<action in snake case>` unless two actions share one. */
  permission?: string;
  /** The user must give a reason of 1–500 characters. */
  reason?: true;
  /** The user may add an opinion of at most 500 characters. */
  opinion?: true;
  /** Refusals are collected, so that the user sees everything that is missing at once (commit calls). */
  collect?: true;
  /** Refused to the user who created or submitted the row; or, by the name of a list of users in it, to those. */
  notOwn?: true | "pendingFilers";
  /** The server makes the move when its time has come; nobody has a button for it. */
  clock?: true;
  /** Shown as a dangerous action. */
  danger?: true;
}

interface MachineHead<S extends string> {
  name: string;
  zh: string;
  en: string;
  /** Entity whose `field` holds the state. */
  entity: string;
  field: string;
  resource: string;
  states: CodeList<S>;
}

export interface Machine<
  S extends string = string,
  A extends string = string,
  K extends string = string,
> extends MachineHead<S> {
  initial: S;
  actions: Readonly<Record<A, Action<S>>>;
  /** The button keys of its actions, as a type only. */
  readonly $permission?: K;
}

/** Declares a machine; `checkMachine` refuses unknown and unreachable states at start-up. */
export function machine<S extends string, const R extends string, const A extends Record<string, Action<NoInfer<S>>>>(
  m: MachineHead<S> & { resource: R; initial: NoInfer<S>; actions: A },
): Machine<S, keyof A & string, KeyOfAction<R, A>> {
  return m;
}

/** What `getPermission` returns for the actions of a machine. */
type KeyOfAction<R extends string, A> = {
  [N in keyof A & string]: A[N] extends { permission: infer P extends string } ? P : `${R}_${SnakeCase<N>}`;
}[keyof A & string];
type SnakeCase<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : N;

/** The button key that an action needs. */
export const getPermission = <A extends string>(m: Machine<string, A>, action: NoInfer<A>): string =>
  m.actions[action].permission ?? `${m.resource}_${action.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`;

/** The states an action may lead to. */
export const getTargets = (action: Action): readonly string[] =>
  typeof action.to === "string" ? [action.to] : action.to;

/** Whether an action leads on from this state. */
export const leadsFrom = <S extends string, A extends string>(
  m: Machine<S, A>,
  action: NoInfer<A>,
  state: NoInfer<S> | null,
): boolean => m.actions[action].from.some((one) => one === state);

/**
 * The action that leads to a wanted state, from the present one if there is any: else the transition says why it does not.
 * @param among the actions that may be meant; default: all
 */
export function findAction<A extends string>(
  m: Machine<string, A>,
  present: string,
  wanted: string,
  among = Object.keys(m.actions) as A[],
): A | undefined {
  const leading = among.filter((name) => getTargets(m.actions[name]).includes(wanted));
  return leading.find((name) => m.actions[name].from.includes(present)) ?? leading[0];
}

/** Every error of a machine: unknown states, states that no path reaches, actions nobody may take. */
export function checkMachine(m: Machine): string[] {
  const known = new Set(Object.keys(m.states.codes));
  const issues: string[] = [];
  const named = (state: string, where: string) =>
    known.has(state) || issues.push(`${m.name}: unknown state ${state} in ${where}`);
  named(m.initial, "initial");
  const reached = new Set<string>([m.initial]);
  const actions = Object.entries(m.actions);
  for (const [name, action] of actions) {
    for (const state of [...action.from, ...getTargets(action)]) named(state, name);
    if (action.by.length === 0 && !action.clock) issues.push(`${m.name}: nobody may ${name}`);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const [, action] of actions)
      if (action.from.some((state) => reached.has(state)))
        for (const state of getTargets(action)) if (!reached.has(state)) grew = reached.add(state) && true;
  }
  for (const state of known) if (!reached.has(state)) issues.push(`${m.name}: no path reaches ${state}`);
  return issues;
}
