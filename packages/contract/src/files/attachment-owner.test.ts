import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "../core/fields/field.ts";
import { entities } from "../entities.ts";
import { attachmentOwner } from "./attachment-owner.ts";

test("attachmentOwner has every entity with files and the picture of an account, nothing else", () => {
  const named = (field: Field) =>
    !field.lookup && (field.kind === "files" || (field.kind === "ref" && field.entity === "Attachment"));
  const owners = entities.filter((entity) => Object.values<Field>(entity.fields).some(named));
  assert.deepEqual(
    attachmentOwner.codes,
    Object.fromEntries([...owners.map(({ name, zh, en }) => [name, [zh, en]]), ["User", ["用户", "User"]]]),
  );
});
