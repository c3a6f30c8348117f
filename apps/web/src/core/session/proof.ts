import type { ProofChallenge } from "@jipei/contract/auth/auth.ts";

/** Milliseconds after which waiting for a solution ends; most take a moment. */
const patience = 120_000;

/** Computes the proof of work that the server asks for, in a worker. @returns the value of `proof` in the token call */
export async function prove(challenge: ProofChallenge): Promise<string> {
  const worker = new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" });
  try {
    const solution = await new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }) =>
        data && !("error" in data) ? resolve(data) : reject(new Error("no proof of work was found")),
      );
      worker.addEventListener("error", () => reject(new Error("the proof of work cannot be done")));
      worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1, timeout: patience });
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
