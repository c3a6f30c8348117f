export default {
  sample: {
    title: "抽查对象",
    rule: "由系统按抽样种子抽取，共{students}名学员，至少抽查{n}人；未联系上的可补抽",
    draw: "抽取抽查对象",
    drawMore: "补抽{n}人",
    none: "尚未抽取。抽取后该次核查不能删除，抽查对象不能更换",
    record: "登记答复",
    change: "更正答复",
    person: "登记{name}的答复",
    recorded: "答复已登记",
  },
  visit: {
    tab: "调查：{name}",
    edit: "填写内容",
    title: "核查情况",
    next0: "下一步：登记答复、填写内容后填报",
    next1: "下一步：由填报以外的人员核实",
    next2: "已核实，结果已记入班级",
  },
} as const;
