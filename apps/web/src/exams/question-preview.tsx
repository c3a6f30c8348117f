import { attachmentCalls } from "@jipei/contract/files/attachment.ts";
import type { QuestionEdition, QuestionRow } from "@jipei/contract/exams/question.ts";
import { useCall } from "../core/api/use-call.ts";
import { useFileUrl } from "../core/files/use-file-url.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { QuestionPaper } from "./question-paper.tsx";

/** A question as candidates read it, with its answer; below it what it said before. */
export function QuestionPreview({ question }: { question: QuestionRow & { editions?: QuestionEdition[] } }) {
  const label = useLabel();
  const earlier = (question.editions ?? []).filter(({ edition }) => edition !== question.edition);
  return (
    <>
      <h3>{label(["题面", "As candidates read it"])}</h3>
      <QuestionPaper content={question} picture={question.attId && <StoredPicture id={question.attId} />} />
      {earlier.length > 0 && (
        <>
          <h3>{label(["以前的版本", "Earlier editions"])}</h3>
          {earlier.map((one) => (
            <details key={one.edition} className="question-edition">
              <summary>
                {label([`第${one.edition}版`, `Edition ${one.edition}`])} {formatDateTime(one.changeTime)}{" "}
                {one.changeName}
              </summary>
              <QuestionPaper content={one} picture={one.attId && <StoredPicture id={one.attId} />} />
            </details>
          ))}
        </>
      )}
    </>
  );
}

/** The picture of a question of the bank. */
function StoredPicture({ id }: { id: string }) {
  const label = useLabel();
  const file = useCall(attachmentCalls.detail, { id });
  const url = useFileUrl(file.data?.attLink);
  return url && <img className="question-picture" src={url} alt={label(["题目图片", "Picture of the question"])} />;
}
