/**
 * What an office needs before it goes live: [Chinese, English, page where it is done, or null where it is done on the server]. The hint of
 * each says what to do.
 */
export const setupChecks = {
  https: [
    "对外地址使用 https",
    "Public address by https",
    null,
    "设置 PUBLIC_URL 为 https 地址并配置证书",
    "Set PUBLIC_URL to an https address, with a certificate",
  ],
  keys: [
    "密钥与数据分开保存",
    "Keys kept apart from the data",
    null,
    "用环境变量或单独的文件夹提供密钥，并另存一份副本",
    "Give the keys as environment variables or in a folder of their own, and keep a copy elsewhere",
  ],
  administrators: [
    "两名管理员，均已启用两步验证",
    "Two administrators, each with a second factor",
    "/system/user",
    "管理员的增减须由两人共同办理",
    "Administrators are made and removed by two people",
  ],
  bureau: [
    "人社局名称和行政区划",
    "Name and region of the bureau",
    "/system/dept",
    "证书和单据上使用",
    "They stand on certificates and documents",
  ],
  backup: [
    "备份",
    "Backup",
    null,
    "登记备份的位置和频率，运行 npm run backup，并试恢复一次",
    "Note where backups go and how often, run npm run backup, and try a restore",
  ],
  sms: [
    "短信服务",
    "Text messages",
    "/resource/sms",
    "启用服务商并发送测试短信",
    "Put a provider in use and send a test message",
  ],
  storage: ["文件存储", "Storage of files", "/resource/oss", "启用存储并测试", "Put a storage in use and test it"],
  clerk: ["培训科经办人", "Clerk", "/system/user", "至少一名启用的用户", "One enabled user at least"],
  firstReviewer: ["初审人", "First reviewer", "/system/user", "至少一名启用的用户", "One enabled user at least"],
  secondReviewer: [
    "复审人",
    "Second reviewer",
    "/system/user",
    "至少一名启用的用户，与初审人不同",
    "One enabled user at least, another than the first reviewer",
  ],
  finance: ["财务", "Finance", "/system/user", "至少一名启用的用户", "One enabled user at least"],
  factors: [
    "审核、拨付和管理人员的两步验证",
    "Second factor of reviewers, finance and administrators",
    "/system/user",
    "尚有人员未启用两步验证",
    "Some of them have not set it up",
  ],
  registers: [
    "省级数据接口",
    "Registers of the province",
    null,
    "设置 REGISTERS_URL 和 REGISTERS_KEY",
    "Set REGISTERS_URL and REGISTERS_KEY",
  ],
  holidays: [
    "本年度节假日",
    "Holidays of this year",
    "/dict-vertical/index",
    "在业务字典 workday_exception 中登记",
    "Enter them in the business dictionary workday_exception",
  ],
  standards: [
    "补贴标准",
    "Subsidy standards",
    "/basics/course",
    "为有效课程登记补贴标准",
    "Enter standards for the valid courses",
  ],
  plan: ["本年度培训计划", "Training plan of this year", "/plan/index", "编制并发布", "Write and release it"],
} as const satisfies Record<
  string,
  readonly [zh: string, en: string, page: string | null, hintZh: string, hintEn: string]
>;

export type SetupCheck = keyof typeof setupChecks;

export interface CheckResult {
  check: SetupCheck;
  done: boolean;
}
