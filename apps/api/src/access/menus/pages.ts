import { pages } from "@jipei/contract/all-pages.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";

/** Whether the web has a page at an address, so that every menu entry works. External addresses are shown in a frame. */
export const pageExists = (path: string): boolean =>
  /^https?:\/\//.test(path) || patterns.some((pattern) => pattern.test(path));

/** As `pageExists`, without the pages of features that the operator has disabled. */
export const pageIsOpen = ({ settings }: Services, path: string): boolean =>
  pageExists(path) && (path !== "/tool/code" || settings.codeGenerator);

/**
 * Menus that lead nowhere: their own page and all pages below them are still to be written or disabled, and no button stands under them. They are
 * not offered where rights are granted; who was given one has it when its page comes.
 */
export async function getPagelessMenus(app: Services, db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; up: string | null; href: string | null; category: string }>`
    select m.id, p.id as up, m.href, m.category from menu m left join menu p on p.menu_no = m.sup_menu_no and p.is_deleted = 0 where m.is_deleted = 0`.execute(
    db,
  );
  const up = new Map(rows.map((row) => [row.id, row.up]));
  const leading = new Set<string>();
  for (const { id, href, category } of rows)
    if (category === "2" || (href !== null && pageIsOpen(app, href)))
      for (let at: string | null | undefined = id; at && !leading.has(at); at = up.get(at)) leading.add(at);
  return new Set(rows.flatMap(({ id }) => (leading.has(id) ? [] : [id])));
}

/** Turns a route into a pattern: `:kind` in `/my/work/:kind` matches one segment. */
const getPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.+*?^$()[\]{}|\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);
const patterns = pages.map(getPattern);
