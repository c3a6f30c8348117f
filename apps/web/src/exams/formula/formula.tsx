import { formulaSettings } from "@jipei/contract/exams/formulas.ts";
import { useEffect, useRef, useState } from "react";

/** A formula as MathML, which browsers draw and screen readers read. Until it is drawn, or where it cannot be, its LaTeX stands there. */
export function Formula({ tex }: { tex: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState("");
  useEffect(() => {
    let isShown = true;
    import("./library.ts").then(
      ({ default: library }) => {
        if (!isShown || !place.current) return;
        try {
          library.render(tex, place.current, formulaSettings);
          setDrawn(tex);
        } catch {
          // A text of the time before formulas, with dollar signs that meant none.
        }
      },
      // Without the network, which a candidate may lack, the LaTeX can be read still.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [tex]);
  const isDrawn = drawn === tex;
  return (
    <>
      <span ref={place} className="formula" hidden={!isDrawn} />
      {!isDrawn && `$${tex}$`}
    </>
  );
}
