import { certKind, level } from "@jipei/contract/core/fields/codes.ts";
import { type PublicCertificate, certificateLookup } from "@jipei/contract/assessment/certificate.calls.ts";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Field } from "../../core/form/plain-field.tsx";
import { useTexts } from "./lookup-texts.ts";
import "./lookup.css";

/** The two facts that each way of looking up asks for. */
const asked = { number: ["certNo", "verifyCode"], person: ["name", "idNumber"] } as const;
type Way = keyof typeof asked;

/** The public look-up: shows a certificate only for two facts that belong together. */
export function CertificateLookup({ page }: { page: "certInfo" | "certInfocy" | "pxzx" }) {
  const t = useTexts();
  const [way, setWay] = useState<Way>("number");
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [found, setFound] = useState<PublicCertificate[] | null>(null);
  const names = asked[way];
  const choose = (next: Way) => {
    setWay(next);
    setFirst("");
    setSecond("");
    setFound(null);
    setRefusal(null);
  };

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setFound(null);
    if (first.trim() === "" || second.trim() === "") return setRefusal(t("fill"));
    setRefusal(null);
    setBusy(true);
    try {
      setFound(
        await invoke(
          certificateLookup,
          { page, [names[0]]: first.trim(), [names[1]]: second.trim() },
          { silent: true },
        ),
      );
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.text());
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="plain-card lookup">
      <h1>{t(page)}</h1>
      <Ways chosen={way} onChoose={choose} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className="plain-refusal" role="alert">
          {refusal}
        </p>
        <Fact name={names[0]} maxLength={50} value={first} onChange={setFirst} />
        <Fact name={names[1]} maxLength={22} value={second} onChange={setSecond} />
        <button type="submit" className="plain-primary plain-submit" disabled={busy}>
          {t(busy ? "busy" : "search")}
        </button>
      </form>
      <div role="status">
        {found?.length === 0 && <p className="lookup-state bad">{t("none")}</p>}
        {found?.map((certificate) => (
          <Result key={certificate.certNo} certificate={certificate} />
        ))}
      </div>
    </div>
  );
}

function Ways({ chosen, onChoose }: { chosen: Way; onChoose: (way: Way) => void }) {
  const t = useTexts();
  return (
    <div className="lookup-ways" role="group">
      {(["number", "person"] as const).map((one) => (
        <button
          key={one}
          type="button"
          className="plain-button"
          aria-pressed={chosen === one}
          onClick={() => onChoose(one)}
        >
          {t(one === "person" ? "byPerson" : "byNumber")}
        </button>
      ))}
    </div>
  );
}

interface FactProps {
  name: (typeof asked)[Way][number];
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

function Fact({ name, maxLength, value, onChange }: FactProps) {
  const t = useTexts();
  return (
    <Field name={name} label={t(name)} issue={null}>
      {(control) => (
        <input
          {...control}
          className="plain-field"
          autoComplete="off"
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Result({ certificate }: { certificate: PublicCertificate }) {
  const t = useTexts();
  const label = useLabel();
  const valid = certificate.isValid === "isValid";
  const training = certificate.trainStartDate
    ? `${certificate.trainStartDate} – ${certificate.trainEndDate ?? ""}`
    : null;
  const scores = [certificate.theoryScore, certificate.practiceScore, certificate.totalScore].some(Boolean)
    ? [certificate.theoryScore, certificate.practiceScore, certificate.totalScore]
        .map((score) => score ?? "—")
        .join(" / ")
    : null;
  const facts: [string, string | null | undefined][] = [
    [t("name"), certificate.name],
    [t("idNumber"), certificate.idNumber],
    [t("certNo"), certificate.certNo],
    [t("kind"), label(certKind.codes[certificate.certKind])],
    [t("occupation"), certificate.occupationName],
    [t("level"), certificate.level ? label(level.codes[certificate.level as "1"]) : null],
    [t("course"), certificate.courseName],
    [t("org"), certificate.orgName],
    [t("training"), training],
    [t("hours"), certificate.trainHours],
    [t("scores"), scores],
    [t("issuer"), certificate.issueOrg],
    [t("issued"), certificate.issueDate],
    [t("expires"), certificate.expireDate],
  ];
  return (
    <article>
      <p className={`lookup-state ${valid ? "good" : "bad"}`}>{t(valid ? "valid" : "revoked")}</p>
      <dl className="lookup-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}
