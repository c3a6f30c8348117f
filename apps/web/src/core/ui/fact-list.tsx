export type Fact = readonly [name: string, value: string];

/** Facts about something, each with its name. */
export const FactList = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
