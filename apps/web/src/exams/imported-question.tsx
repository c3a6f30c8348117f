import type { ImportPreview } from "@jipei/contract/core/import.ts";
import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import type { CodeList } from "@jipei/contract/core/fields/field.ts";
import { useLabel } from "../core/i18n/language.ts";
import { QuestionPaper } from "./question-paper.tsx";

/** A question of a sheet or a Word document as it will look, with where it belongs. */
export function ImportedQuestion({ preview: { values, pictures } }: { preview: ImportPreview }) {
  const label = useLabel();
  const code = ({ codes }: CodeList, key: string | undefined) => {
    const words = key === undefined ? undefined : codes[key];
    return words ? label(words) : key;
  };
  const place = [
    code(questionType, values.questionType),
    code(difficulty, values.difficulty),
    values.courseId,
    // It may be named with its course.
    values.classificationId?.replace(`${values.courseId}/`, ""),
  ].filter(Boolean);
  const content = { ...values, stem: values.stem ?? "", answer: values.answer ?? "" };
  return (
    <>
      <p className="unit">{place.join(" · ")}</p>
      <QuestionPaper content={content} picture={<ImportedPicture address={pictures.attId} />} />
    </>
  );
}

function ImportedPicture({ address }: { address: string | undefined }) {
  const label = useLabel();
  if (address === undefined) return null;
  if (address === "")
    return (
      <p className="unit">
        {label(["有图片，文件较大，此处不显示", "With a picture, which is too large to be shown here"])}
      </p>
    );
  return <img className="question-picture" src={address} alt={label(["题目图片", "Picture of the question"])} />;
}
