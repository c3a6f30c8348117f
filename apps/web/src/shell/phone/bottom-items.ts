import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { isOutside, leaves } from "../menu/menu-tree.ts";

/** What people open most, in the order of the bar. */
const wanted = ["/wel/index", "/stu/sign", "/stu/class", "/stu/cert"];
const places = 4;

/** The entries of the bar at the bottom of a phone: the pages that people open most, then the first ones of their menu. */
export function bottomItems(menu: readonly MenuItem[]): MenuItem[] {
  const pages = leaves(menu).filter((item) => !isOutside(item));
  const first = wanted.flatMap((path) => pages.find((item) => item.path === path) ?? []);
  return [...first, ...pages.filter((item) => !first.includes(item))].slice(0, places);
}
