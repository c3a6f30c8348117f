import { questionClassificationCalls } from "@jipei/contract/exams/question-classification.ts";
import { type Difficulty, type QuestionType, questionCalls } from "@jipei/contract/exams/question.ts";
import { sql } from "kysely";
import type { Desk } from "./desk.ts";

/** Kind, difficulty, stem, options (none where it is true or false), answer, explanation. */
type Item = readonly [
  type: QuestionType,
  difficulty: Difficulty,
  stem: string,
  options: string,
  answer: string,
  analysis?: string,
];
interface Point {
  name: string;
  weight: string;
  items: readonly Item[];
}

/** The banks of three courses, by knowledge points. Options stand with bars between. */
const banks: readonly { course: string; points: readonly Point[] }[] = [
  {
    course: "电工（五级）",
    points: [
      {
        name: "安全用电",
        weight: "40.00",
        items: [
          [
            "1",
            "1",
            "发现有人触电，首先应当（　）。",
            "呼叫医生|切断电源|做人工呼吸|用手拉开",
            "B",
            "未切断电源前接触伤者会使施救者触电。",
          ],
          ["1", "2", "在特别潮湿的金属容器内作业，照明灯的安全电压不得超过（　）。", "36 V|24 V|12 V|48 V", "C"],
          ["1", "1", "扑救电气火灾可以使用（　）。", "泡沫灭火器|水|干粉灭火器|酸碱灭火器", "C"],
          ["1", "3", "TN-S系统中，保护零线与工作零线（　）。", "全部分开|全部合一|前段合一后段分开|都不接地", "A"],
          [
            "2",
            "2",
            "停电检修时应采取的技术措施有（　）。",
            "停电|验电|装设接地线|悬挂标示牌",
            "ABCD",
            "四项措施依次进行，缺一不可。",
          ],
          ["2", "1", "下列属于电工绝缘安全用具的有（　）。", "绝缘手套|绝缘靴|线手套|绝缘杆", "ABD"],
          ["3", "1", "验电器使用前应在有电的设备上确认其完好。", "", "对"],
          ["3", "1", "熔断器的熔丝烧断后可以用铜丝代替。", "", "错", "铜丝不能在过载时熔断，会引起火灾。"],
          ["3", "2", "漏电保护器动作后，查不出原因可以强行送电。", "", "错"],
        ],
      },
      {
        name: "电路与测量",
        weight: "30.00",
        items: [
          ["1", "1", "测量电流时，电流表应与被测电路（　）。", "串联|并联|混联|短接", "A"],
          [
            "1",
            "2",
            "三相四线制中，线电压与相电压的关系是（　）。",
            "相等|线电压是相电压的√3倍|线电压是相电压的2倍|相电压是线电压的√3倍",
            "B",
          ],
          ["1", "2", "用万用表测量电阻时，被测电路应当（　）。", "带电|断电|接地|短路", "B"],
          ["1", "3", "功率因数低会使线路（　）。", "电压升高|损耗增大|频率下降|电流减小", "B"],
          [
            "2",
            "2",
            "兆欧表可以用来测量（　）。",
            "电动机绕组的绝缘电阻|电缆的绝缘电阻|接触电阻|变压器的绝缘电阻",
            "ABD",
          ],
          ["3", "1", "电压表的内阻越大，对被测电路的影响越小。", "", "对"],
          ["3", "2", "钳形电流表可以在带电时切换量程。", "", "错"],
        ],
      },
      {
        name: "电动机控制",
        weight: "30.00",
        items: [
          ["1", "1", "三相异步电动机改变转向的方法是（　）。", "改变电压|对调任意两相电源线|改变频率|串联电阻", "B"],
          ["1", "2", "热继电器在控制电路中起（　）保护作用。", "短路|过载|失压|欠压", "B"],
          ["1", "3", "星—三角起动时，起动电流是直接起动的（　）。", "1/2|1/√3|1/3|2/3", "C"],
          ["2", "2", "接触器自锁电路具有的保护功能有（　）。", "失压保护|欠压保护|短路保护|过载保护", "AB"],
          ["3", "1", "接触器的辅助触点用于通断主电路。", "", "错"],
          ["3", "2", "正反转控制电路中必须有互锁。", "", "对"],
        ],
      },
    ],
  },
  {
    course: "焊工（五级）",
    points: [
      {
        name: "焊接安全",
        weight: "50.00",
        items: [
          ["1", "1", "焊接作业点周围10 m内不得有（　）。", "易燃易爆物品|金属工件|焊接电缆|防护屏", "A"],
          ["1", "2", "电焊机外壳必须（　）。", "涂绝缘漆|可靠接地|包橡皮|悬空", "B"],
          [
            "1",
            "2",
            "氧气瓶与乙炔瓶之间的距离不应小于（　）。",
            "1 m|3 m|5 m|10 m",
            "C",
            "两瓶与明火的距离不应小于10 m。",
          ],
          ["1", "3", "在容器内焊接时，照明灯具的电压不得超过（　）。", "12 V|24 V|36 V|110 V", "A"],
          ["2", "1", "电焊工作业时应佩戴（　）。", "焊接面罩|绝缘手套|绝缘鞋|领带", "ABC"],
          ["2", "2", "动火作业前应当（　）。", "办理动火证|清理易燃物|配备灭火器材|设专人监护", "ABCD"],
          ["3", "1", "氧气瓶的阀门和减压器上严禁沾染油脂。", "", "对"],
          ["3", "2", "焊接有色金属时不需要加强通风。", "", "错"],
        ],
      },
      {
        name: "焊接工艺",
        weight: "50.00",
        items: [
          ["1", "1", "焊条直径的选择主要取决于（　）。", "焊件厚度|焊工习惯|电网电压|焊机品牌", "A"],
          ["1", "1", "焊条电弧焊收弧时应（　）。", "立即拉断电弧|填满弧坑|加大电流|改变极性", "B"],
          ["1", "2", "焊接电流过大容易产生（　）。", "夹渣|未焊透|咬边和烧穿|冷裂纹", "C"],
          ["1", "2", "碱性焊条使用前应当（　）。", "浸水|烘干|涂油|打磨", "B"],
          ["1", "3", "低氢型焊条通常采用（　）。", "直流反接|直流正接|交流|任意接法", "A"],
          ["2", "1", "常见的焊接缺陷有（　）。", "气孔|夹渣|裂纹|未焊透", "ABCD"],
          ["2", "2", "减小焊接变形的措施有（　）。", "反变形法|刚性固定|合理的焊接顺序|加大焊缝尺寸", "ABC"],
          ["3", "1", "焊缝余高越大，接头强度越高。", "", "错"],
          ["3", "2", "焊前预热可以降低冷却速度，防止冷裂纹。", "", "对"],
        ],
      },
    ],
  },
  {
    course: "养老护理员（五级）",
    points: [
      {
        name: "职业道德与法规",
        weight: "30.00",
        items: [
          ["1", "1", "养老护理员发现老人被虐待，应当（　）。", "装作没看见|告诉其他老人|及时报告|自行处理", "C"],
          ["1", "2", "老年人权益保障法规定的老年人是指（　）周岁以上的公民。", "55|60|65|70", "B"],
          ["3", "1", "护理员可以把老人的照片发到网上。", "", "错", "未经本人同意公开照片侵犯隐私。"],
        ],
      },
      {
        name: "生活照料",
        weight: "40.00",
        items: [
          [
            "1",
            "1",
            "协助老人进食时，宜取（　）。",
            "平卧位|俯卧位|坐位或半卧位|侧卧位头低",
            "C",
            "坐位或半卧位可以减少呛咳。",
          ],
          ["1", "2", "长期卧床的老人至少每（　）小时翻身一次。", "1|2|4|6", "B"],
          ["1", "1", "老人洗澡的水温以（　）为宜。", "30 ℃|35 ℃|40 ℃|50 ℃", "C"],
          ["2", "2", "容易发生压疮的部位有（　）。", "骶尾部|足跟|髋部|腹部", "ABC"],
          ["3", "1", "老人进食后应立即平卧。", "", "错"],
          ["3", "1", "使用热水袋时应加布套，水温不超过50 ℃。", "", "对"],
        ],
      },
      {
        name: "基础护理与急救",
        weight: "30.00",
        items: [
          ["1", "2", "老人噎食时，首选的急救方法是（　）。", "人工呼吸|海姆立克急救法|心脏按压|喝水", "B"],
          ["1", "2", "成人胸外按压的频率是每分钟（　）次。", "60～80|80～100|100～120|120～140", "C"],
          ["2", "3", "老人跌倒后怀疑骨折时，应当（　）。", "不随意搬动|固定伤处|呼叫急救|扶起行走", "ABC"],
          ["3", "1", "测量腋温前应擦干腋下的汗液。", "", "对"],
        ],
      },
    ],
  },
];

/** The question banks of three courses, as the clerk filled them in. */
export async function seedQuestions(desk: Desk): Promise<void> {
  const clerk = desk.as("clerk");
  for (const { course, points } of banks) {
    const { rows } = await sql<{ id: string }>`
      select id from course where course_name = ${course} and is_deleted = 0`.execute(desk.tx);
    const courseId = rows[0]?.id;
    if (!courseId) throw new Error(`the catalogue has no ${course}`);
    for (const [place, { name, weight, items }] of points.entries()) {
      const point = await clerk(questionClassificationCalls.submit, { courseId, name, weight, sort: place + 1 });
      for (const [questionType, difficulty, stem, options, answer, analysis] of items) {
        const [optionA, optionB, optionC, optionD] = options === "" ? [] : options.split("|");
        await clerk(questionCalls.submit, {
          courseId,
          classificationId: point.id,
          questionType,
          difficulty,
          stem,
          optionA,
          optionB,
          optionC,
          optionD,
          answer,
          analysis,
          score: questionType === "2" ? "2.0" : "1.0",
        });
      }
    }
  }
}
