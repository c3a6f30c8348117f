import type { FaultPlace, WorkbookError, WorkbookFault } from "@jipei/xlsx/sheet.ts";
import { readLimits } from "@jipei/xlsx/read-workbook.ts";
import type { Words } from "../foundation/texts/words.ts";

const words = (zh: string, en: string): Words => ({ zh, en });
const tooMany = words(
  `超出${readLimits.rows}行或${readLimits.columns}列`,
  `there are more than ${readLimits.rows} rows or ${readLimits.columns} columns`,
);

/** What is said of each fault: what it is, and where one can do something about it, what. Its place is said in front. */
const reasons: Readonly<Record<WorkbookFault, Words>> = {
  oldFormat: words(
    "文件是旧版 .xls 格式，请另存为 .xlsx 后再导入",
    "it is in the old .xls format; save it as .xlsx first",
  ),
  binaryFormat: words(
    "文件是 .xlsb 二进制格式，请另存为 .xlsx 后再导入",
    "it is in the .xlsb format; save it as .xlsx first",
  ),
  encrypted: words("文件设有打开密码，请取消密码后再导入", "it opens with a password; save it without one first"),
  empty: words("文件是空的", "the file is empty"),
  markup: words(
    "文件是网页或 XML，只是扩展名像工作簿；请用 Excel 打开并另存为 .xlsx",
    "it is a web page or XML that is only named like a workbook; open it in Excel and save it as .xlsx",
  ),
  noTable: words("不是 Excel 工作簿，也不是文本文件", "it is neither an Excel workbook nor a text file"),
  noWorkbook: words("是压缩包或其他文件，不是 Excel 工作簿", "it is an archive or another document, no Excel workbook"),
  noSheet: words("其中没有工作表", "there is no worksheet in it"),
  openQuote: words(
    "文本文件的引号没有成对，末尾内容可能缺失",
    "quotes of the text file are not closed; its end may be missing",
  ),
  tooManyCells: tooMany,
  noDirectory: words("文件不完整，末尾缺失，请重新获取", "the end of the file is missing; fetch it again"),
  directory: words("文件目录已损坏，请重新获取", "the directory of the file is damaged; fetch it again"),
  tooManyParts: words("文件包含的部件过多", "it has too many parts"),
  tooLarge: words("文件解压后过大", "it is too large when unpacked"),
  packedTooWell: words("压缩比过高，拒绝读取", "it unpacks to suspiciously much"),
  doubledPart: words("重复出现，无法确定以哪一份为准", "it is there twice, and nobody can say which one counts"),
  missingPart: words("缺失，文件不完整", "it is missing"),
  damagedPart: words("已损坏，请重新获取", "it is damaged; fetch the file again"),
  cutOffPart: words("不完整，请重新获取", "it is cut off; fetch the file again"),
  packing: words("压缩方式不支持，请用 Excel 另存", "it is packed in a way that is not read; save it in Excel"),
  partSize: words("实际大小超出文件目录所记", "it is larger than the directory of the file says"),
  checksum: words("校验和不符，内容已被改动或损坏", "its checksum is wrong: it was altered or damaged"),
  documentType: words("含有不允许的文档类型声明", "it declares a document type, which is not allowed"),
  encoding: words("文字编码不是 UTF-8", "its text is not in UTF-8"),
  tags: words("标记不配对，内容已损坏", "its tags do not match; it is damaged"),
  unfinishedPart: words("内容没有写完", "it ends before it is finished"),
  row: words("下一行的行号无效", "the number of the next row is none"),
  doubledRow: words("该行重复出现或次序错误", "the row is there twice, or out of order"),
  cell: words("单元格不在它所写的位置", "the cell does not stand where it says"),
  doubledCell: words("该单元格重复出现或次序错误", "the cell is there twice, or out of order"),
  missingText: words("单元格引用的文字不存在", "the text that the cell refers to does not exist"),
  missingFormat: words("单元格引用的格式不存在", "the format that the cell refers to does not exist"),
  formulaWithoutValue: words(
    "公式没有计算结果，请用 Excel 打开并保存后再导入",
    "the formula has no value; open the file in Excel and save it first",
  ),
};

/** The words for what is wrong with a workbook, and where. */
export function wordsOfFault({ fault, place }: WorkbookError): Words {
  const { zh, en } = reasons[fault];
  const at = wordsOfPlace(place);
  return at ? words(`${at.zh}：${zh}`, `${at.en}: ${en}`) : { zh, en };
}

/** The sheet and the cell, row or end of what could be read; of what is beside the sheets, the part. */
function wordsOfPlace({ sheet, part, row, cell, after }: FaultPlace): Words | null {
  if (sheet === undefined) return part === undefined ? null : words(`部件“${part}”`, `part “${part}”`);
  const [zh, en] = [`工作表“${sheet}”`, `sheet “${sheet}”`];
  if (cell !== undefined) return words(`${zh}单元格${cell}`, `${en}, cell ${cell}`);
  if (row !== undefined) return words(`${zh}第${row}行`, `${en}, row ${row}`);
  return after === undefined ? words(zh, en) : words(`${zh}第${after}行之后`, `${en}, after row ${after}`);
}
