import { useState } from "react";
import type { SiteNote } from "./site-note.ts";
import { useTexts } from "./texts.ts";

interface Props {
  label: string;
  courses: SiteNote["courses"];
  value: readonly string[];
  issue: string | null;
  onChange: (ids: string[] | null) => void;
}

/** As many courses as are shown at once; a few letters leave fewer. */
const most = 8;

/** Ticks courses in the catalogue that was taken along. What is chosen stands first, and stays in sight. */
export function CourseChoice({ label, courses, value, issue, onChange }: Props) {
  const t = useTexts();
  const [asked, setAsked] = useState("");
  const chosen = courses.filter(({ id }) => value.includes(id));
  const found = courses.filter(
    ({ id, name }) => !value.includes(id) && name.toLowerCase().includes(asked.trim().toLowerCase()),
  );
  const toggle = (id: string) => {
    const next = value.includes(id) ? value.filter((one) => one !== id) : [...value, id];
    onChange(next.length > 0 ? next : null);
  };
  return (
    <fieldset className="on-site-choice">
      <legend>{label}</legend>
      {courses.length === 0 ? (
        <p>{t("noCourses")}</p>
      ) : (
        <input
          type="search"
          className="plain-field"
          aria-label={t("courses")}
          placeholder={t("courses")}
          value={asked}
          onChange={({ target }) => setAsked(target.value)}
        />
      )}
      {[...chosen, ...found.slice(0, most)].map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} /> {name}
        </label>
      ))}
      {issue && <span className="plain-issue">{issue}</span>}
    </fieldset>
  );
}
