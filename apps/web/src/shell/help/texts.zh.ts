export default {
  title: "本页说明",
  who: "谁可以办理",
  next: "办理之后",
  basis: "办理依据",
  keys: "Ctrl+K 搜索菜单、班级、人员和申请；Esc 关闭。",
} as const;
