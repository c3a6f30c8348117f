import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Paragraph } from "./paragraphs.ts";
import { parseQuestions } from "./parse-questions.ts";

const lines = (...texts: (string | Paragraph)[]): Paragraph[] =>
  texts.map((text) => (typeof text === "string" ? { text, numbered: null } : text));
const listed = (text: string, numbered: string): Paragraph => ({ text, numbered });

describe("parseQuestions", () => {
  it("reads number, stem, options, answer and explanation, below the course and the knowledge point", () => {
    const [question, ...others] = parseQuestions(
      lines(
        "电工考试题库",
        "课程：电工（五级）",
        "知识点：安全用电",
        "一、单项选择题（每题1分）",
        "1．发现有人触电，首先应当（　）。",
        "A．呼叫医生",
        "B．切断电源",
        "C. 做人工呼吸",
        "（D）用手拉开",
        "答案：B",
        "解析：未切断电源前接触伤者",
        "会使施救者触电。",
      ),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(question, {
      number: "1",
      course: "电工（五级）",
      point: "安全用电",
      kind: "单选题",
      difficulty: "",
      stem: "发现有人触电，首先应当（　）。",
      options: { A: "呼叫医生", B: "切断电源", C: "做人工呼吸", D: "用手拉开" },
      answer: "B",
      analysis: "未切断电源前接触伤者\n会使施救者触电。",
    });
  });

  it("takes options of one line apart, and the answer out of the stem", () => {
    const [first, second] = parseQuestions(
      lines("1. 测量电流时应（ A ）。", "A. 串联  B. 并联  C. 混联", "2、验电器使用前应确认完好。（ √ ）"),
    );
    assert.deepEqual(
      [first?.stem, first?.options, first?.answer, first?.kind],
      ["测量电流时应（　）。", { A: "串联", B: "并联", C: "混联" }, "A", "单选题"],
    );
    assert.deepEqual([second?.stem, second?.answer, second?.kind], ["验电器使用前应确认完好。（　）", "√", "判断题"]);
  });

  it("tells the kind by headings, and without one by the answer", () => {
    const kinds = parseQuestions(
      lines(
        "1. a",
        "A. x",
        "B. y",
        "答案：AB",
        "2. b",
        "【答案】对",
        "三、多选题",
        "3. c",
        "A. x",
        "B. y",
        "【参考答案】A、B",
      ),
    ).map(({ kind, answer }) => [kind, answer]);
    assert.deepEqual(kinds, [
      ["多选题", "AB"],
      ["判断题", "对"],
      ["多选题", "A、B"],
    ]);
  });

  it("knows questions and options that Word numbers by itself", () => {
    const found = parseQuestions(
      lines(
        listed("第一题", "decimal"),
        listed("甲", "upperLetter"),
        listed("乙", "upperLetter"),
        "答案：A",
        listed("第二题", "decimal"),
      ),
    );
    assert.deepEqual(
      found.map(({ number, stem, options }) => [number, stem, options]),
      [
        ["1", "第一题", { A: "甲", B: "乙" }],
        ["2", "第二题", {}],
      ],
    );
  });

  it("leaves what goes on behind the answer with the answer, not with an option", () => {
    const [question] = parseQuestions(lines("1. 甲", "A. x", "B. y", "答案：A", "（2分）"));
    assert.deepEqual([question?.options, question?.answer], [{ A: "x", B: "y" }, "A\n（2分）"]);
  });

  it("goes on with a stem of several lines, and takes neither a year nor a word for a heading", () => {
    const [question] = parseQuestions(
      lines("1. 阅读材料：", "一般问题是这样的。", "2026年的规定如下", "A. x", "B. y", "难度：难"),
    );
    assert.deepEqual(
      [question?.stem, question?.difficulty],
      ["阅读材料：\n一般问题是这样的。\n2026年的规定如下", "难"],
    );
  });

  it("finds none in a text without numbers", () => {
    assert.deepEqual(parseQuestions(lines("关于培训的通知", "各机构：")), []);
  });
});
