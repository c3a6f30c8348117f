import { useState } from "react";

/** People who are chosen in a dialog, and whether somebody is missing. */
export function usePeople() {
  const [people, setPeople] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const ready = () => {
    setTried(true);
    return people.length > 0;
  };
  const field = { value: people, onChange: setPeople, missing: tried && people.length === 0 };
  return { people, ready, field };
}
