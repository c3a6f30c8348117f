import { match } from "pinyin-pro";
import type { ReadsAs } from "./find-by-name.ts";

/** By the sounds of neighbouring characters, each whole or by its first letter. */
export const readsAs: ReadsAs = (name, typed) => match(name, typed, { continuous: true }) !== null;
