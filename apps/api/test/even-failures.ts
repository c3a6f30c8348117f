import { evenFailure } from "../src/core/even-failure.ts";

/** Lets failures inside the own network be told soon, while `work` makes some; elsewhere a slow machine must not be taken for one. */
export async function toldSoon<T>(work: () => Promise<T>): Promise<T> {
  const { after } = evenFailure;
  evenFailure.after = 300;
  try {
    return await work();
  } finally {
    evenFailure.after = after;
  }
}
