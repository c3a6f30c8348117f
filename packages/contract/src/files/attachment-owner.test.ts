import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "../core/field.ts";
import { entities } from "../entities.ts";
import { attachmentOwner } from "./attachment-owner.ts";

test("every entity with files has its words, and nothing else but the picture of an account", () => {
  const named = (field: Field) =>
    !field.lookup && (field.kind === "files" || (field.kind === "ref" && field.entity === "Attachment"));
  const owners = entities.filter((entity) => Object.values<Field>(entity.fields).some(named));
  assert.deepEqual(
    attachmentOwner.codes,
    Object.fromEntries([...owners.map(({ name, zh, en }) => [name, [zh, en]]), ["User", ["用户", "User"]]]),
  );
});
