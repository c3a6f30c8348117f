import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useTexts } from "../texts.ts";

interface Props {
  id: string;
  /** The call that sends the picture; that of a question of a paper where it is left out. */
  call?: typeof studentQuestionCalls.picture | typeof studentQuestionCalls.practicePicture;
}

/** The picture of a question. */
export function QuestionPicture({ id, call = studentQuestionCalls.picture }: Props) {
  const t = useTexts();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    const abort = new AbortController();
    invoke(call, { id }, { silent: true, signal: abort.signal }).then(
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
  }, [id, call]);
  return url && <img className="question-picture" src={url} alt={t("sit.picture")} />;
}
