import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useTexts } from "../texts.ts";

/** The picture of a question of a paper. @param id of the question in the paper */
export function QuestionPicture({ id }: { id: string }) {
  const t = useTexts();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    const abort = new AbortController();
    invoke(studentQuestionCalls.picture, { id }, { silent: true, signal: abort.signal }).then(
      ({ blob }) => {
        if (!abort.signal.aborted) setUrl((made = URL.createObjectURL(blob)));
      },
      // Without it the question can be read still.
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url && <img className="question-picture" src={url} alt={t("sit.picture")} />;
}
