import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { afterMove } from "../../core/entity/transition.ts";
import { findAtCommit } from "../../training/training.queries.ts";
import { failed, link, passed } from "../automatic-check/rule.ts";
import { storeFindings } from "./store.ts";

/** What a class was held against when it was submitted stays with it, one run for each submission. */
export const storeClassFindings = afterMove(classMachine, TrainingClass, "commit", async ({ tx, actor, rows }) => {
  for (const row of rows) {
    const evidence = link("TrainingClass", row.id, row.className, row.className);
    const found = (await findAtCommit(tx, row)).map(({ code, zh, en, pass, expect, actual, message }) => ({
      ...(pass ? passed(expect, actual, evidence) : failed("2", ...message, expect, actual, evidence)),
      code,
      nameZh: zh,
      nameEn: en,
      lineId: null,
    }));
    await storeFindings(tx, actor, { bizType: "class", bizId: row.id }, found);
  }
});
