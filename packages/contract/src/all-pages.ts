import { resources } from "./entities.ts";
import { listedPages } from "./pages.ts";

/** The addresses of all pages that users open after signing in: for the server, the build and tests. */
export const pages: readonly string[] = [
  ...listedPages,
  ...Object.values(resources).flatMap((ofDomain) => ofDomain.map(({ page }) => page)),
].toSorted();
