import "./rate-bar.css";

interface Props {
  /** Both from 0 to 100, for display only. */
  rate: number;
  limit: number;
  label: string;
}

/** A rate, with the limit marked that it must reach. */
export function RateBar({ rate, limit, label }: Props) {
  return (
    <span
      className="rate-bar"
      role="meter"
      aria-valuenow={rate}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
    >
      <span
        className={rate < limit ? "rate-bar-fill low" : "rate-bar-fill"}
        style={{ inlineSize: `${Math.min(100, rate)}%` }}
      />
      <span className="rate-bar-limit" style={{ insetInlineStart: `${limit}%` }} />
    </span>
  );
}
