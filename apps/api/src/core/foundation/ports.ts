import type { Db } from "../database/db.ts";

/**
 * Lets an earlier domain ask later ones without importing them. It declares a question («is this class claimed?») and asks it; later domains
 * register their answers in their `Domain` objects.
 */
export interface Question<S, A> {
  /** What is asked; for readers of traces only. */
  readonly text: string;
  /** Carries the types of subject and answer; never set. */
  readonly types?: (subject: S) => A;
}

/** Declares a question. Answers are registered for the returned object. @param text what is asked */
export const question = <S, A = boolean>(text: string): Question<S, A> => ({ text });

/** The answer of one domain, ready to be registered. */
export type Answer = (ports: Registering) => void;

type Answering<S, A> = (db: Db, subject: S) => Promise<A>;

interface Registering {
  add<S, A>(question: Question<S, A>, answering: Answering<S, A>): void;
}

/** Answers a question of an earlier domain; listed under `holds` of the `Domain` object. */
export const answers =
  <S, A>(asked: Question<S, A>, answering: Answering<S, A>): Answer =>
  (ports) =>
    ports.add(asked, answering);

export interface Ports {
  /** The answers of all later domains, in the order of the domains; empty where there is none. */
  ask<S, A>(db: Db, question: Question<S, A>, subject: S): Promise<A[]>;
  /** Whether one of the answers is yes. */
  holds<S>(db: Db, question: Question<S, boolean>, subject: S): Promise<boolean>;
}

/** The ports of an application with these domains. Answers are asked one after another, since they share a database connection. */
export function getPorts(domains: readonly { holds?: readonly Answer[]; reactions?: readonly Answer[] }[]): Ports {
  const registered = new Map<object, unknown[]>();
  const getAnswers = <S, A>(asked: Question<S, A>) =>
    // `add` registers under a question nothing but answers to it.
    (registered.get(asked) ?? []) as Answering<S, A>[];
  const register: Registering = {
    add: (asked, answering) => void registered.set(asked, [...(registered.get(asked) ?? []), answering]),
  };
  for (const { holds = [], reactions = [] } of domains) for (const answer of [...holds, ...reactions]) answer(register);
  return {
    async ask(db, asked, subject) {
      const results = [];
      for (const answering of getAnswers(asked)) results.push(await answering(db, subject));
      return results;
    },
    async holds(db, asked, subject) {
      for (const answering of getAnswers(asked)) if (await answering(db, subject)) return true;
      return false;
    },
  };
}
