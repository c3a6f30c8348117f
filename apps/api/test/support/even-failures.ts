import { evenFailure } from "../../src/core/security/even-failure.ts";

/** Lets failures inside the own network be reported soon, while `work` causes some; elsewhere a slow machine must not look like a failure. */
export async function withQuickFailures<T>(work: () => Promise<T>): Promise<T> {
  const { after } = evenFailure;
  evenFailure.after = 300;
  try {
    return await work();
  } finally {
    evenFailure.after = after;
  }
}
