import type { Translation } from "../i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  name: "Name of the view",
  save: "Save view",
  hint: "Keeps the filters, order and columns shown now. A view of the same name is replaced.",
  personal: "Filters by personal data, such as ID numbers and phones, are not kept with the view.",
  rename: "Rename",
  renameOf: "Rename “{name}”",
  default: "Open the list with “{name}”",
  noDefault: "No longer open the list with “{name}”",
  link: "Copy the link of “{name}”",
  remove: "Remove “{name}”",
  removed: "View “{name}” removed",
} satisfies Translation<typeof zh>;
