import type { PaperQuestion } from "@jipei/contract/exams/sitting.ts";
import { useTexts } from "../texts.ts";
import type { SittingView } from "./sitting.ts";

interface Props {
  questions: readonly PaperQuestion[];
  view: SittingView;
  current: number;
  onGo: (orderNo: number) => void;
}

/** 答题卡: every question by its number; answered, open, marked. */
export function Overview({ questions, view, current, onGo }: Props) {
  const t = useTexts();
  const answered = questions.filter(({ id }) => view.answers[id]).length;
  return (
    <nav className="sitting-overview" aria-label={t("sit.overview")}>
      <h2>{t("sit.overview")}</h2>
      <p className="unit">{t("sit.progress", { n: answered, all: questions.length })}</p>
      <ol>
        {questions.map(({ id, orderNo }) => {
          const isAnswered = Boolean(view.answers[id]);
          const isMarked = view.marked.has(id);
          const says = [
            t("sit.number", { n: orderNo }),
            isAnswered ? t("sit.answered") : t("sit.open"),
            isMarked && t("sit.marked"),
          ];
          const classes = [isAnswered && "answered", isMarked && "marked"].filter(Boolean).join(" ");
          return (
            <li key={id}>
              <button
                type="button"
                className={classes}
                aria-current={orderNo === current ? "step" : undefined}
                aria-label={says.filter(Boolean).join(" ")}
                onClick={() => onGo(orderNo)}
              >
                {orderNo}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
