export default {
  title: "搜索",
  placeholder: "菜单、拼音首字母、班级、人员、申请或证书编号",
  pagesOnly: "菜单、拼音首字母、操作",
  none: "没有找到",
  hint: "↑↓ 选择，回车打开，Esc 关闭",
  looking: "正在查找班级、人员、申请和证书…",
  action: "操作",
} as const;
