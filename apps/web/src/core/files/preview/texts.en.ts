import type { Translation } from "../../i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  sheets: "Sheets",
  emptySheet: "This sheet is empty",
  more: "Show more",
  cut: "There is more than this shows; download the file for all of it.",
  encoding: "Encoding",
  converting: "Converting …",
  convertingHint: "A file is converted when it is shown for the first time, mostly within seconds.",
  find: "Find text",
  findPrevious: "Previous",
  findNext: "Next",
  found: "{n} of {all}",
  notFound: "Not found",
  page: "Page {n} of {all}",
  larger: "Zoom in",
  smaller: "Zoom out",
  edit: "Edit and versions",
} satisfies Translation<typeof zh>;
