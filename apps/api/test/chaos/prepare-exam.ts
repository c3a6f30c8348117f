import { loadKeys } from "../../src/core/security/keys.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { anOpenExam } from "../factories/exam.ts";
import { anAccount } from "../support/sign-in.ts";
import { startTestApp } from "../support/test-app.ts";
import type { Installation } from "./installation.ts";

/** An exam of an installation that is open, and for each candidate an account (student0, student1, …) that signs in as they do. */
export async function prepareExam(
  installation: Installation,
  people: number,
): Promise<{ examId: string; accounts: string[] }> {
  const keys = await loadKeys(readSettings({ DATA_DIR: installation.dataDir }));
  const app = await startTestApp({ url: installation.databaseUrl, keys });
  try {
    const { examId, candidates } = await anOpenExam(app, {}, people);
    const accounts: string[] = [];
    for (const [index, { actor }] of candidates.entries()) {
      const { account, userId } = await anAccount(app, {
        account: `student${index}`,
        loginType: "2",
        roles: ["student"],
      });
      await app.pool.query("update app_user set id_number_hash = $1 where id = $2", [actor.idNumberHash, userId]);
      accounts.push(account);
    }
    return { examId, accounts };
  } finally {
    await app.close();
  }
}
