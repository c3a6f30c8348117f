export default {
  title: "搜索",
  placeholder: "菜单、拼音首字母、班级、人员、申请编号",
  none: "没有找到",
  hint: "↑↓ 选择，回车打开，Esc 关闭",
  looking: "正在查找班级、人员和申请…",
  action: "操作",
} as const;
