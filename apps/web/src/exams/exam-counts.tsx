type Count = readonly [name: string, value: string | number | null | undefined];

/** Figures of an exam in a line: names, and values that are set as numbers. */
export function ExamCounts({ counts }: { counts: readonly Count[] }) {
  return (
    <dl className="exam-counts">
      {counts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numeric">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
