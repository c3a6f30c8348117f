import { type Failure, Refusal, getFailure } from "../../../core/foundation/refusal.ts";

interface Person {
  id?: string | null;
  name: string;
}

/** Says of each failure whom it is about. */
const named = (name: string, failure: Failure): Failure => ({
  ...failure,
  msg: failure.msg.includes(name) ? failure.msg : `${name}：${failure.msg}`,
  msgEn: failure.msgEn.includes(name) ? failure.msgEn : `${name}: ${failure.msgEn}`,
});

const refuse = (people: readonly Person[], failures: readonly Failure[]): Refusal =>
  new Refusal("SIGN_PERSON_INVALID", { n: people.length, names: people.map(({ name }) => name).join("、") }, failures);

/** Does something with each of several people. @throws SIGN_PERSON_INVALID with what is wrong with each of them */
export async function withEach<P extends Person>(
  people: readonly P[],
  act: (person: P) => Promise<void>,
): Promise<void> {
  const refused: P[] = [];
  const failures: Failure[] = [];
  for (const person of people) {
    try {
      await act(person);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(person);
      const own = error.failures.length > 0 ? error.failures : [getFailure(error, person.id ?? null)];
      failures.push(...own.map((failure) => named(person.name, { ...failure, id: person.id ?? null })));
    }
  }
  if (failures.length > 0) throw refuse(refused, failures);
}

/** Does something with several rows that names those it refuses. @throws SIGN_PERSON_INVALID with what is wrong with each of them */
export async function withAll<P extends Person & { id: string }>(
  people: readonly P[],
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.failures.length === 0) throw error;
    const byId = new Map(people.map((person) => [person.id, person]));
    const refused = people.filter(({ id }) => error.failures.some((failure) => failure.id === id));
    if (refused.length === 0) throw error;
    throw refuse(
      refused,
      error.failures.map((failure) => named(byId.get(failure.id ?? "")?.name ?? "", failure)),
    );
  }
}
