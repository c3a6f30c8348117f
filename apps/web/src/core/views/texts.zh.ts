const zh = {
  name: "视图名称",
  save: "保存视图",
  hint: "保存当前的查询条件、排序和显示列；同名视图将被替换。",
  personal: "证件号码、手机等个人信息的条件不随视图保存。",
  rename: "改名",
  renameOf: "将“{name}”改名",
  default: "将“{name}”设为默认视图",
  noDefault: "“{name}”不再作为默认视图",
  link: "复制“{name}”的链接",
  remove: "删除“{name}”",
  removed: "已删除视图“{name}”",
} as const;
export default zh;
