/** Occupations of the national classification (职业分类大典, 2022), with the levels that the county trains and the class of the catalogue. */
export interface CatalogueOccupation {
  code: string;
  name: string;
  /** A manufacturing · B producer services · C consumer services */
  class: "A" | "B" | "C";
  levels: readonly ("1" | "2" | "3" | "4" | "5")[];
  shortage?: true;
}

export const occupations: readonly CatalogueOccupation[] = [
  { code: "6-31-01-03", name: "电工", class: "A", levels: ["5", "4", "3", "2", "1"], shortage: true },
  { code: "6-18-02-04", name: "焊工", class: "A", levels: ["5", "4", "3"], shortage: true },
  { code: "6-18-01-01", name: "车工", class: "A", levels: ["4", "3"], shortage: true },
  { code: "6-18-01-07", name: "多工序数控机床操作调整工", class: "A", levels: ["4", "3", "2"], shortage: true },
  { code: "6-20-01-01", name: "装配钳工", class: "A", levels: ["4", "3"] },
  { code: "6-30-99-00", name: "工业机器人系统操作员", class: "A", levels: ["4", "3"], shortage: true },
  { code: "6-05-01-03", name: "缝纫工", class: "A", levels: ["5", "4"] },
  { code: "6-29-01-01", name: "砌筑工", class: "A", levels: ["5"] },
  { code: "6-30-05-01", name: "起重装卸机械操作工", class: "A", levels: ["5", "4"] },
  { code: "4-12-01-01", name: "汽车维修工", class: "B", levels: ["4", "3"] },
  { code: "4-02-06-03", name: "物流服务师", class: "B", levels: ["4", "3"] },
  { code: "4-01-06-01", name: "电子商务师", class: "B", levels: ["4", "3"] },
  { code: "4-01-06-02", name: "互联网营销师", class: "B", levels: ["5", "4"] },
  { code: "4-07-05-04", name: "消防设施操作员", class: "B", levels: ["4"] },
  { code: "4-07-05-01", name: "保安员", class: "B", levels: ["5"] },
  { code: "4-10-01-05", name: "养老护理员", class: "C", levels: ["5", "4", "3"], shortage: true },
  { code: "4-10-01-02", name: "育婴员", class: "C", levels: ["5", "4"] },
  { code: "4-10-01-06", name: "家政服务员", class: "C", levels: ["5", "4"] },
  { code: "4-10-01-03", name: "保育师", class: "C", levels: ["5", "4"] },
  { code: "4-03-02-01", name: "中式烹调师", class: "C", levels: ["5", "4", "3"] },
  { code: "4-03-02-02", name: "中式面点师", class: "C", levels: ["5"] },
  { code: "4-10-03-01", name: "美容师", class: "C", levels: ["5", "4"] },
];

/** Courses without a skill level: single skills, certificates of training, start-up, pre-job and safety training. */
export interface OtherCourse {
  code: string;
  name: string;
  /** Set where it is not the name of the course. */
  occupation?: string;
  class: "A" | "B" | "C";
  trainKind: "01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "10";
  certKind: "1" | "3" | "4" | "5" | "6";
  level: "0" | "2" | "3" | "4";
  hours: string;
  practice: string;
  startup?: string;
  /** Kind, payee (1 institution, 2 enterprise) and amount of the standard. */
  standard: readonly [kind: string, payTarget: "1" | "2", amount: string];
}

const none = "0-00-00-00";
export const otherCourses: readonly OtherCourse[] = [
  {
    code: "4-03-02-05",
    name: "宴席服务",
    class: "C",
    trainKind: "10",
    certKind: "3",
    level: "0",
    hours: "40",
    practice: "0.60",
    standard: ["01", "1", "400"],
  },
  {
    code: "6-31-01-03",
    name: "充电桩安装与维护",
    class: "A",
    trainKind: "10",
    certKind: "3",
    level: "0",
    hours: "40",
    practice: "0.60",
    standard: ["01", "1", "800"],
  },
  {
    code: "4-02-06-02",
    name: "叉车安全驾驶与理货",
    class: "B",
    trainKind: "10",
    certKind: "3",
    level: "0",
    hours: "40",
    practice: "0.60",
    standard: ["01", "1", "600"],
  },
  {
    code: "4-10-01-06",
    name: "居家清洁",
    class: "C",
    trainKind: "01",
    certKind: "4",
    level: "0",
    hours: "40",
    practice: "0.60",
    standard: ["01", "1", "400"],
  },
  {
    code: none,
    name: "产生你的企业想法(GYB)",
    class: "B",
    trainKind: "05",
    certKind: "5",
    level: "0",
    hours: "24",
    practice: "0",
    startup: "GYB",
    standard: ["04", "1", "350"],
  },
  {
    code: none,
    name: "创办你的企业(SYB)",
    class: "B",
    trainKind: "05",
    certKind: "5",
    level: "0",
    hours: "56",
    practice: "0",
    startup: "SYB",
    standard: ["04", "1", "1000"],
  },
  {
    code: none,
    name: "改善你的企业(IYB)",
    class: "B",
    trainKind: "05",
    certKind: "5",
    level: "0",
    hours: "56",
    practice: "0",
    startup: "IYB",
    standard: ["04", "1", "1000"],
  },
  {
    code: none,
    name: "网络创业培训",
    class: "B",
    trainKind: "05",
    certKind: "5",
    level: "0",
    hours: "56",
    practice: "0",
    startup: "WC",
    standard: ["04", "1", "1000"],
  },
  {
    code: "6-18-02-04",
    name: "焊工（四级岗位提升）",
    occupation: "焊工",
    class: "A",
    trainKind: "02",
    certKind: "1",
    level: "4",
    hours: "56",
    practice: "0.60",
    standard: ["02", "2", "1500"],
  },
  {
    code: "6-18-02-04",
    name: "焊工（四级转岗）",
    occupation: "焊工",
    class: "A",
    trainKind: "04",
    certKind: "1",
    level: "4",
    hours: "56",
    practice: "0.60",
    standard: ["02", "2", "1500"],
  },
  {
    code: "6-18-02-04",
    name: "焊工（二级技师研修）",
    occupation: "焊工",
    class: "A",
    trainKind: "08",
    certKind: "1",
    level: "2",
    hours: "56",
    practice: "0.60",
    standard: ["02", "2", "3500"],
  },
  {
    code: none,
    name: "企业新录用人员岗前培训",
    class: "B",
    trainKind: "03",
    certKind: "4",
    level: "0",
    hours: "24",
    practice: "0.60",
    standard: ["03", "2", "500"],
  },
  {
    code: "6-31-01-03",
    name: "低压电工作业",
    class: "A",
    trainKind: "06",
    certKind: "6",
    level: "0",
    hours: "40",
    practice: "0",
    standard: ["06", "1", "500"],
  },
  {
    code: "6-31-01-03",
    name: "电工（四级学徒制）",
    occupation: "电工",
    class: "A",
    trainKind: "07",
    certKind: "1",
    level: "4",
    hours: "260",
    practice: "0.60",
    standard: ["07", "2", "5000"],
  },
  {
    code: "6-18-01-07",
    name: "多工序数控机床操作调整工（三级学徒制）",
    occupation: "多工序数控机床操作调整工",
    class: "A",
    trainKind: "07",
    certKind: "1",
    level: "3",
    hours: "260",
    practice: "0.60",
    standard: ["07", "2", "6000"],
  },
];

/** Training subsidy by level and class, yuan per person. */
export const amounts: Readonly<Record<string, Readonly<Record<"A" | "B" | "C", string>>>> = {
  "1": { A: "4300", B: "3500", C: "3000" },
  "2": { A: "3500", B: "2500", C: "2000" },
  "3": { A: "2000", B: "1800", C: "1500" },
  "4": { A: "1500", B: "1200", C: "1000" },
  "5": { A: "1000", B: "800", C: "500" },
};
/** Assessment subsidy by level. */
export const assessmentAmounts: Readonly<Record<string, string>> = {
  "1": "650",
  "2": "500",
  "3": "260",
  "4": "200",
  "5": "160",
};

export const startupTypes = [
  ["GYB", "产生你的企业想法", "24", 1],
  ["SYB", "创办你的企业", "56", 2],
  ["WC", "网络创业培训", "56", 2],
  ["MN", "创业模拟实训", "56", 2],
  ["IYB", "改善你的企业", "56", 3],
  ["EYB", "扩大你的企业", "56", 4],
] as const;

export const candidateSources = [
  ["01", "培训机构学员"],
  ["02", "企业职工"],
  ["03", "院校学生"],
  ["04", "社会人员"],
  ["05", "退役军人"],
] as const;

interface ConditionWords {
  text: string;
  minWorkYears?: number;
  prevLevel?: string;
  prevYears?: number;
  minEducation?: string;
}
/** The general conditions of the national occupational standards; meeting one condition of a level is enough. */
export const conditions: Readonly<Record<string, readonly ConditionWords[]>> = {
  "5": [{ text: "年满16周岁，拟从事本职业或相关职业工作。" }, { text: "年满16周岁，从事本职业或相关职业工作。" }],
  "4": [
    { text: "累计从事本职业或相关职业工作满5年。", minWorkYears: 5 },
    {
      text: "取得本职业或相关职业五级/初级工职业资格（职业技能等级）证书后，累计从事本职业或相关职业工作满3年。",
      prevLevel: "5",
      prevYears: 3,
    },
    {
      text: "取得本专业或相关专业的技工院校或中等及以上职业院校、普通高等学校毕业证书（含在读应届毕业生）。",
      minEducation: "40",
    },
  ],
  "3": [
    { text: "累计从事本职业或相关职业工作满10年。", minWorkYears: 10 },
    {
      text: "取得本职业或相关职业四级/中级工职业资格（职业技能等级）证书后，累计从事本职业或相关职业工作满4年。",
      prevLevel: "4",
      prevYears: 4,
    },
    {
      text: "取得符合专业对应关系的初级职称（专业技术人员职业资格）后，累计从事本职业或相关职业工作满1年。",
      minWorkYears: 1,
    },
    {
      text: "取得本专业或相关专业的大专及以上毕业证书，并取得本职业或相关职业四级/中级工职业资格（职业技能等级）证书。",
      prevLevel: "4",
      minEducation: "30",
    },
  ],
  "2": [
    {
      text: "取得本职业或相关职业三级/高级工职业资格（职业技能等级）证书后，累计从事本职业或相关职业工作满5年。",
      prevLevel: "3",
      prevYears: 5,
    },
    {
      text: "取得符合专业对应关系的中级职称后，累计从事本职业或相关职业工作满1年，并取得三级/高级工证书。",
      prevLevel: "3",
      prevYears: 1,
    },
  ],
  "1": [
    {
      text: "取得本职业或相关职业二级/技师职业资格（职业技能等级）证书后，累计从事本职业或相关职业工作满5年。",
      prevLevel: "2",
      prevYears: 5,
    },
  ],
};
