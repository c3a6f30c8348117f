import { studentCalls } from "@jipei/contract/enrolment/student.ts";
import type { StudentFinding } from "@jipei/contract/enrolment/student.ts";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { invoke } from "../core/call-client.ts";
import { FailureDialog } from "../core/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import { ReasonDialog } from "../core/reason-dialog.tsx";
import { RowActions } from "../core/row-actions.tsx";
import type { RowAction } from "../core/row-actions.tsx";
import { can, useSession } from "../core/session.ts";
import { Empty, Failed, Skeleton } from "../core/states.tsx";
import { useAttempt } from "../core/use-attempt.ts";
import { refreshAfter, useCall } from "../core/use-call.ts";
import { EvidenceDialog } from "../core/evidence-dialog.tsx";
import { FindingList } from "./finding-list.tsx";
import { StudentDrawer } from "./student-drawer.tsx";
import { useTexts } from "./texts.ts";

interface Person {
  studentId: string;
  name: string;
  /** 1 blocks, 2 warns, 3 informs, 4 nothing found. */
  worst: number;
  findings: StudentFinding[];
}

/** What no reason overrules; only the identity may be vouched for by the reviewer. */
const barredBy = (person: Person): StudentFinding[] =>
  person.findings.filter((one) => one.isPass === 0 && one.severity === 1 && one.rule !== "IDENTITY");

const reasons = [
  ["照片不清晰", "Photo not clear"],
  ["身份信息有误", "Identity is wrong"],
  ["类别证明不符", "Proof does not fit"],
  ["不符合补贴条件", "Not eligible"],
] as const;
const overrules = [
  ["已核对身份证原件", "ID card seen"],
  ["已电话核实", "Verified by telephone"],
] as const;

/** The people of a class who wait for their check, worst first, with the findings of each and the decisions. */
export function CheckWorkspace({ classId, title }: { classId: string; title: string }) {
  const t = useTexts();
  const label = useLabel();
  const session = useSession();
  // Asking the registers again and again would only pile up evidence; the button asks anew.
  const review = useCall(studentCalls.review, { classId }, { staleTime: 600_000 });
  const people = (review.data ?? []) as Person[];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{ move: "check" | "back"; ids: readonly string[] } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const [evidence, setEvidence] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);

  const clean = people.filter((person) => person.worst > 2).map((person) => person.studentId);
  const mayCheck = can("train_student_check", session);
  const mayBack = can("train_student_back", session);
  const isShown = (person: Person) => open.has(person.studentId) !== person.worst <= 2;

  const decide = (move: "check" | "back", ids: readonly string[], reason: string | null) =>
    attempt(async () => {
      await invoke(studentCalls[move], { ids: ids.join(), ...(reason && { reason }) }, { silent: true });
      notify("success", t("check.done", { n: ids.length }));
      setAsking(null);
      setChosen(new Set());
      await refreshAfter(studentCalls.check);
    });
  const approve = (ids: readonly string[]) => {
    const unproven = people.some(
      (person) =>
        ids.includes(person.studentId) && person.findings.some((one) => one.rule === "IDENTITY" && one.isPass === 0),
    );
    if (unproven) setAsking({ move: "check", ids });
    else void decide("check", ids, null);
  };
  const toggle = (set: ReadonlySet<string>, id: string) =>
    new Set(set.has(id) ? [...set].filter((one) => one !== id) : [...set, id]);
  const decisionsOn = (person: Person): RowAction[] => [
    ...(mayCheck
      ? [
          {
            key: "check",
            label: t("check.approve"),
            disabled:
              barredBy(person)
                .map((one) => label({ zh: one.zh, en: one.en }))
                .join(" · ") || null,
            run: () => approve([person.studentId]),
          },
        ]
      : []),
    ...(mayBack
      ? [
          {
            key: "back",
            label: t("check.back"),
            danger: true,
            run: () => setAsking({ move: "back" as const, ids: [person.studentId] }),
          },
        ]
      : []),
  ];
  const nameOf = (id: string) => people.find((person) => person.studentId === id)?.name ?? null;

  if (review.isError) return <Failed error={review.error} onRetry={() => void review.refetch()} />;
  if (!review.data) return <Skeleton />;
  if (people.length === 0)
    return (
      <Empty text={t("check.allDecided")}>
        <Link to={`/class/detail/${classId}`}>{t("check.toClass")}</Link>
      </Empty>
    );
  const selected = [...chosen].filter((id) => people.some((person) => person.studentId === id));
  return (
    <section className="check-work" aria-label={title}>
      <div className="toolbar check-bar">
        {mayCheck && clean.length > 0 && (
          <Button type="primary" loading={busy} onClick={() => void decide("check", clean, null)}>
            {t("check.approveClean", { n: clean.length })}
          </Button>
        )}
        <Checkbox
          checked={selected.length === people.length}
          indeterminate={selected.length > 0 && selected.length < people.length}
          onChange={(event) => setChosen(new Set(event.target.checked ? people.map((person) => person.studentId) : []))}
        >
          {t("check.selectAll")}
        </Checkbox>
        {selected.length > 0 && (
          <>
            <span role="status">{t("check.selected", { n: selected.length })}</span>
            {mayCheck && <Button onClick={() => approve(selected)}>{t("check.approve")}</Button>}
            {mayBack && (
              <Button danger onClick={() => setAsking({ move: "back", ids: selected })}>
                {t("check.back")}
              </Button>
            )}
          </>
        )}
        <span className="grow" />
        <Button type="text" loading={review.isFetching} onClick={() => void review.refetch()}>
          {t("check.again")}
        </Button>
      </div>
      <ul className="check-people">
        {people.map((person) => (
          <li key={person.studentId} className="check-person">
            <div className="check-head">
              <Checkbox
                checked={chosen.has(person.studentId)}
                onChange={() => setChosen(toggle(chosen, person.studentId))}
                aria-label={person.name}
              />
              <button type="button" className="link-button check-name" onClick={() => setShown(person.studentId)}>
                {person.name}
              </button>
              <Worst worst={person.worst} />
              <span className="grow" />
              <button
                type="button"
                className="link-button"
                aria-expanded={isShown(person)}
                onClick={() => setOpen(toggle(open, person.studentId))}
              >
                {isShown(person) ? t("check.hide") : t("check.show")}
              </button>
              <RowActions of={person.name} actions={decisionsOn(person)} />
            </div>
            {isShown(person) && <FindingList findings={person.findings} onEvidence={setEvidence} />}
          </li>
        ))}
      </ul>
      <ReasonDialog
        open={asking !== null}
        action={asking?.move === "back" ? t("check.back") : t("check.approve")}
        danger={asking?.move === "back"}
        busy={busy}
        usual={(asking?.move === "back" ? reasons : overrules).map((one) => label(one))}
        onSubmit={(reason) => asking && void decide(asking.move, asking.ids, reason)}
        onClose={() => setAsking(null)}
      >
        {asking?.move === "check" && <p>{t("check.overrule")}</p>}
      </ReasonDialog>
      <FailureDialog error={error} onClose={forget} titleOf={nameOf} />
      {evidence && <EvidenceDialog id={evidence} onClose={() => setEvidence(null)} />}
      {shown && <StudentDrawer id={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

const tones = ["good", "bad", "waiting", "neutral", "good"] as const;

/** The heaviest finding by word and colour. */
function Worst({ worst }: { worst: number }) {
  const t = useTexts();
  const word =
    worst === 1 ? t("check.block") : worst === 2 ? t("check.warn") : worst === 3 ? t("check.inform") : t("check.clean");
  return <span className={`status-tag tone-${tones[worst] ?? "neutral"}`}>{word}</span>;
}
