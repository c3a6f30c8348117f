import { splitFormulas } from "@jipei/contract/exams/formulas.ts";
import { type Zippable, strToU8, zipSync } from "fflate";
import { findMathMl } from "../formulas.ts";
import type { BankQuestion } from "./bank-question.ts";
import { escaped } from "./xml.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const getId = ({ id }: BankQuestion): string => `Q${id}`;

/** Questions as a package of QTI 2.2 (IMS), which other exam systems read: an item each, and the manifest that lists them. */
export function toQtiPackage(questions: readonly BankQuestion[]): Buffer {
  const zip: Zippable = { "imsmanifest.xml": strToU8(getManifest(questions)) };
  for (const question of questions) {
    zip[`items/${getId(question)}.xml`] = strToU8(getItem(question));
    // Pictures are packed already.
    if (question.picture) zip[`items/${question.picture.name}`] = [question.picture.bytes, { level: 0 }];
  }
  return Buffer.from(zipSync(zip));
}

/** A text whose formulas are MathML; one that cannot be read, of the time before formulas, stays as it was written. */
const getText = (text: string): string =>
  splitFormulas(text)
    .map((part) => (part.kind === "text" ? escaped(part.text) : (findMathMl(part.tex) ?? escaped(`$${part.tex}$`))))
    .join("");

function getItem(question: BankQuestion): string {
  const { questionType, stem, options, answer, picture } = question;
  const isMultiple = questionType === "2";
  const choices = options.map(
    ({ letter, text }) => `<simpleChoice identifier="${letter}">${getText(text)}</simpleChoice>`,
  );
  const values = [...answer].map((letter) => `<value>${letter}</value>`);
  return `${head}
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="${getId(question)}" title="${escaped(stem.slice(0, 60))}" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="${isMultiple ? "multiple" : "single"}" baseType="identifier"><correctResponse>${values.join("")}</correctResponse></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<itemBody><choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${isMultiple ? 0 : 1}"><prompt>${getText(stem)}${picture ? `<img src="${picture.name}" alt=""/>` : ""}</prompt>${choices.join("")}</choiceInteraction></itemBody>
<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct"/>
</assessmentItem>
`;
}

function getManifest(questions: readonly BankQuestion[]): string {
  const resources = questions.map((question) => {
    const files = [`${getId(question)}.xml`, ...(question.picture ? [question.picture.name] : [])];
    return `<resource identifier="R${getId(question)}" type="imsqti_item_xmlv2p2" href="items/${getId(question)}.xml">${files.map((name) => `<file href="items/${name}"/>`).join("")}</resource>`;
  });
  return `${head}
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="BANK"><metadata><schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion></metadata><organizations/><resources>${resources.join("")}</resources></manifest>
`;
}
