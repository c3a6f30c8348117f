import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { classroomCalls } from "@jipei/contract/providers/classroom.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { createWriter } from "./serialiser.ts";

const write = (row: Record<string, unknown>) =>
  (
    JSON.parse(
      createWriter(studentCalls.list.output)({ records: [row], total: 1, size: 10, current: 1, pages: 1 }),
    ) as {
      records: Record<string, unknown>[];
    }
  ).records[0] ?? {};

describe("createWriter", () => {
  it("escapes texts, and writes ids, numbers and times as texts", () => {
    const row = {
      id: "9007199254740993",
      name: '张"三\\\n\u0000😀\u2028',
      phone: '"},{"',
      birthday: "1990-03-07",
      createTime: "2026-11-20 08:00:00",
      attendanceRate: "97.50",
      version: 3,
    };
    const written = write(row);
    for (const [name, value] of Object.entries(row)) assert.equal(written[name], value, name);
  });

  it("leaves out fields that the contract does not name, and writes null for a missing value", () => {
    const written = write({ id: "1", phoneHash: "x", __proto__: { secret: "y" } });
    assert.deepEqual(
      [Object.hasOwn(written, "phoneHash"), Object.hasOwn(written, "secret"), written.birthday, written.name],
      [false, false, null, null],
    );
  });

  it("leaves out what lists do not read, and writes null where it was read and is empty", () => {
    const writeRow = createWriter(classroomCalls.detail.output);
    assert.deepEqual(
      [{ id: "1" }, { id: "1", equipment: null }, { id: "1", equipment: "投影仪" }].map(
        (row) => (JSON.parse(writeRow(row)) as { equipment?: string | null }).equipment,
      ),
      [undefined, null, "投影仪"],
    );
  });
});
