import type { RoleAlias } from "@jipei/contract/core/roles.ts";

/** Who does a step, as people say it. */
export type People =
  | { kind: "starter" }
  /** The leaders of who started the process. */
  | { kind: "leaders" }
  | { kind: "starterDept" }
  | { kind: "users"; ids: readonly string[] }
  | { kind: "roles"; aliases: readonly RoleAlias[] }
  | { kind: "depts"; ids: readonly string[] }
  /** Whom an expression names, such as a variable of the form. */
  | { kind: "expression"; text: string };
export type PeopleKind = People["kind"];

/** How many of them have to agree: one who takes it, all (会签), the first who answers (或签), or so many. */
export type Signing = { kind: "one" } | { kind: "all" } | { kind: "any" } | { kind: "least"; count: number };

/** What a user task says of both, in BPMN with the attributes of Flowable. */
export interface Assignment {
  assignee?: string;
  candidateUsers?: string;
  candidateGroups?: string;
  /** Multi-instance: for whom, and when enough have answered. */
  collection?: string;
  completion?: string;
}

/** Variable that holds whoever signs, within one instance. */
export const signer = "signer";
const ofSigner = `\${${signer}}`;

export function toAssignment(people: People, signing: Signing): Assignment {
  if (signing.kind === "one" || people.kind === "starter") return single(people);
  const collection = `\${atLeast(${listOf(people)}, ${neededFor(signing)})}`;
  return { assignee: ofSigner, collection, completion: completionOf(signing) };
}

function single(people: People): Assignment {
  switch (people.kind) {
    case "starter":
      return { assignee: "${starter}" };
    case "leaders":
      return { candidateUsers: "${leadersOf(starter)}" };
    case "starterDept":
      return { candidateGroups: "dept:${deptOf(starter)}" };
    case "users":
      return people.ids.length === 1 ? { assignee: people.ids[0] } : { candidateUsers: people.ids.join(",") };
    case "roles":
      return { candidateGroups: people.aliases.join(",") };
    case "depts":
      return { candidateGroups: people.ids.map((id) => `dept:${id}`).join(",") };
    case "expression":
      return { assignee: people.text };
  }
}

/** An expression for the list of these people. */
function listOf(people: Exclude<People, { kind: "starter" }>): string {
  switch (people.kind) {
    case "leaders":
      return "leadersOf(starter)";
    case "starterDept":
      return "usersOfDept(deptOf(starter))";
    case "users":
      return `usersOf('${people.ids.join(",")}')`;
    case "roles":
      return `usersOfRole('${people.aliases.join(",")}')`;
    case "depts":
      return `usersOfDept('${people.ids.join(",")}')`;
    case "expression":
      return people.text.replace(/^\$\{|\}$/g, "");
  }
}

/** Where fewer are found than have to agree, the process says so, and does not go on without them. */
const neededFor = (signing: Signing): number => (signing.kind === "least" ? signing.count : 1);

/** The collection that stands where models were written that did not ask how many there are. */
export const withoutAtLeast = (collection: string): string =>
  collection.replace(/^\$\{atLeast\((.*), \d+\)\}$/, "${$1}");

/** The last answer decides in each case: a refusal ends what all have to agree to. */
function completionOf(signing: Exclude<Signing, { kind: "one" }>): string {
  switch (signing.kind) {
    case "all":
      return "${!pass}";
    case "any":
      return "${nrOfCompletedInstances >= 1}";
    case "least":
      return `\${nrOfPassedInstances >= ${signing.count} || nrOfCompletedInstances - nrOfPassedInstances > nrOfInstances - ${signing.count}}`;
  }
}

/** Reads both back. What was written otherwise comes back as the expression that it is. */
export function fromAssignment(assignment: Assignment): { people: People; signing: Signing } {
  const { collection, completion } = assignment;
  if (!collection) return { people: readSingle(assignment), signing: { kind: "one" } };
  return { people: readList(withoutAtLeast(collection)), signing: readCompletion(completion ?? "") };
}

function readSingle({ assignee, candidateUsers, candidateGroups }: Assignment): People {
  if (assignee === "${starter}") return { kind: "starter" };
  if (candidateUsers === "${leadersOf(starter)}") return { kind: "leaders" };
  if (candidateGroups === "dept:${deptOf(starter)}") return { kind: "starterDept" };
  if (candidateGroups && /^dept:\d+(,dept:\d+)*$/.test(candidateGroups))
    return { kind: "depts", ids: candidateGroups.split(",").map((group) => group.slice("dept:".length)) };
  if (candidateGroups) return { kind: "roles", aliases: candidateGroups.split(",").map(toAlias) };
  if (candidateUsers) return { kind: "users", ids: split(candidateUsers) };
  if (assignee && /^\d+$/.test(assignee)) return { kind: "users", ids: [assignee] };
  return assignee ? { kind: "expression", text: assignee } : { kind: "roles", aliases: [] };
}

function readList(collection: string): People {
  if (collection === "${leadersOf(starter)}") return { kind: "leaders" };
  if (collection === "${usersOfDept(deptOf(starter))}") return { kind: "starterDept" };
  const [, method, names = ""] = /^\$\{(usersOf|usersOfRole|usersOfDept)\('([\w,]*)'\)\}$/.exec(collection) ?? [];
  if (method === "usersOf") return { kind: "users", ids: split(names) };
  if (method === "usersOfRole") return { kind: "roles", aliases: split(names).map(toAlias) };
  if (method === "usersOfDept") return { kind: "depts", ids: split(names) };
  return { kind: "expression", text: collection };
}

function readCompletion(completion: string): Signing {
  if (completion === completionOf({ kind: "any" })) return { kind: "any" };
  const count = Number(/nrOfPassedInstances >= (\d+)/.exec(completion)?.[1]);
  return count > 0 ? { kind: "least", count } : { kind: "all" };
}

const split = (list: string): string[] => list.split(",").filter((one) => one !== "");
// A role may be one that the office made itself; its alias is kept as it is.
const toAlias = (text: string) => text.trim() as RoleAlias;
