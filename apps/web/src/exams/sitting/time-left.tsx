import { useEffect, useState } from "react";
import { useTexts } from "../texts.ts";
import type { Sitting } from "./sitting.ts";

/** Minutes before the end at which screen readers are told, once each. */
const told = [30, 10, 5, 1];

/** The time that is left by the server's clock; red in the last five minutes. */
export function TimeLeft({ sitting, deadline }: { sitting: Sitting; deadline: number }) {
  const t = useTexts();
  const [seconds, setSeconds] = useState(() => left(sitting, deadline));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(sitting, deadline)), 500);
    return () => clearInterval(timer);
  }, [sitting, deadline]);
  const minutes = Math.ceil(seconds / 60);
  return (
    <>
      <span className={seconds < 300 ? "time-left short" : "time-left"} role="timer" aria-label={t("sit.timeLeft")}>
        {format(seconds)}
      </span>
      <span className="visually-hidden" role="status">
        {told.includes(minutes) ? `${t("sit.timeLeft")} ${format(minutes * 60)}` : ""}
      </span>
    </>
  );
}

const left = (sitting: Sitting, deadline: number): number =>
  Math.max(0, Math.ceil((deadline - sitting.clock.now()) / 1000));

/** 1:05:09 */
function format(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ""}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
