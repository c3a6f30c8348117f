const zh = {
  undo: "撤销导入",
  undoTitle: "撤销导入？",
  undoQuestion: "将撤销“{file}”的导入：删除新增的 {inserted} 行，恢复被修改的 {updated} 行，并记入办理记录。",
  undone: "已撤销导入",
  isUndone: "已撤销",
  builtOn: "后续业务",
  nothingBuilt: "导入后没有后续业务，可以撤销。",
} as const;
export default zh;
