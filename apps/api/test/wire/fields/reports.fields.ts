import type { WireTables } from "../wire-table.ts";

export const reportsFields: WireTables = {
  /** Clients list and remove reports; kind and data set are asked for by our designer, which takes the place of theirs. */
  Report: "name!:100 kind!:code dataSet!:code content=:long",
};
