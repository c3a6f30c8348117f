import type { Db } from "../src/core/database/db.ts";

const categories = [
  ["01", "通知公告"],
  ["02", "政策文件"],
  ["03", "办事指南"],
] as const;

/** Categories to begin with, so that the first notice can be written at once; none where an administrator has made their own. */
export async function seedNotices(db: Db): Promise<void> {
  const any = await db.selectFrom("noticeCategory").select("id").limit(1).executeTakeFirst();
  if (any) return;
  await db
    .insertInto("noticeCategory")
    .values(
      categories.map(([categoryNo, categoryName], index) => ({
        categoryNo,
        categoryName,
        sort: index + 1,
        isValid: "isValid",
        createUser: "0",
        updateUser: "0",
      })),
    )
    .execute();
}
