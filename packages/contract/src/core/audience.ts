/** bureau 管理端 · institution 机构端 · enterprise 企业端 · person 个人端 */
export type Audience = "bureau" | "institution" | "enterprise" | "person";
