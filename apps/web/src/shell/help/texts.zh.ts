export default {
  title: "本页说明",
  who: "谁可以办理",
  next: "办理之后",
  basis: "办理依据",
  keys: "Ctrl+K 搜索；Esc 关闭。",
  letters: "使用单键快捷键（/ 搜索，J K 上下，N 下一件，P 通过，R 退回）",
} as const;
