import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { EnterpriseStudent } from "@jipei/contract/training/enterprise-student.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { syntheticCreditCode } from "../../../apps/api/seed/synthetic-unit.ts";
import { addDays, today } from "../../../apps/api/src/core/foundation/clock.ts";
import { enterAnswer } from "../../../apps/api/src/external-data/local-registers.ts";
import { becomes } from "../../acts.ts";
import { people, size } from "../roster.ts";
import type { Story } from "../story.ts";

/** The people of the class: their numbers from a workbook, the rest from the registers. */

const { name, idNumber, education, phone, postName } = EnterpriseStudent.fields;
/** What no register knows of somebody who was never trained before. */
const unknown = [education, phone, postName];
const hired = addDays(today(), -400);

/** What the registers know of the thirty: their names, who insures them, and their contracts. */
async function register({ product }: Story): Promise<void> {
  const app = await product.arrange();
  try {
    const creditCode = syntheticCreditCode(1, "91");
    for (const person of people) {
      await enterAnswer(app.db, app.cipher, "getPersonInfo", person.idNumber, { name: person.name, isAlive: "1" });
      await enterAnswer(app.db, app.cipher, "getPersonInsured", person.idNumber, {
        isInsured: "1",
        creditCode,
        insuranceKind: "企业职工",
        months: 13,
      });
      await enterAnswer(app.db, app.cipher, "employmentContract", person.idNumber, {
        contracts: [{ creditCode, startDate: hired, endDate: null }],
      });
    }
  } finally {
    await app.close();
  }
}

export async function importStaff(story: Story): Promise<void> {
  await register(story);
  const desk = await story.at("enterprise");
  const { words } = story;
  await desk.openClass("staff");
  await desk.press(words.text("core.list.import"));
  await desk.give(desk.dialog, [await staffList(story, [name, idNumber])]);
  await desk.dialog.getByText(words.text("import.bad", { n: size * unknown.length }), { exact: true }).waitFor();
  const cells = desk.dialog.locator(".ant-table-row");
  for (const field of unknown)
    await cells
      .filter({ hasText: words.label(field) })
      .first()
      .waitFor();
  await desk.check();
  assert.equal(await countStaff(story), 0, "nothing is written while a cell is missing");

  await desk.press(words.text("import.other"), desk.dialog);
  await desk.give(desk.dialog, [await staffList(story, [name, idNumber, ...unknown])]);
  await desk.dialog.getByText(words.text("import.allGood")).waitFor();
  await desk.press(words.text("import.commit_other", { count: size }), desk.dialog);
  await desk.pane.getByText(words.text("core.list.total", { n: size }), { exact: true }).waitFor();
  await becomes(() => countStaff(story), size);
  const known = await story.product.sql(
    "select distinct is_insured, is_contract, contract_start from student where class_id = $1",
    [await story.classId()],
  );
  assert.equal(known.length, 1, "insurance and contract are those of the registers, and the same for all");
  assert.deepEqual(Object.values(known[0] ?? {}).slice(0, 2), ["1", "1"]);
}

const countStaff = async (story: Story): Promise<number> =>
  (await story.product.sql("select from student where class_id = $1 and is_deleted = 0", [await story.classId()]))
    .length;

/** A sheet with some columns of the thirty. */
async function staffList({ words }: Story, fields: readonly Field[]) {
  const cellOf = (person: (typeof people)[number], field: Field): string => {
    if (field === name) return person.name;
    if (field === idNumber) return person.idNumber;
    if (field === phone) return person.phone;
    return field === postName ? "焊工" : words.label(education.codes?.codes[person.education] as never);
  };
  const columns = fields.map((field) => ({ header: words.label(field), width: 20, format: "text" as const }));
  const rows = people.map((person) => fields.map((field) => cellOf(person, field)));
  return {
    name: "职工名单.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await buffer(writeWorkbook({ sheet: { name: "职工", columns, rows } })),
  };
}
