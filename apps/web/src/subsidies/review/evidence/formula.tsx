import type { FormulaStep } from "@jipei/contract/subsidies/line-fields.ts";
import { Popover } from "antd";
import { useLabel } from "../../../core/i18n/language.ts";
import { useTexts } from "../../texts.ts";

interface Props {
  steps: readonly FormulaStep[] | null | undefined;
  /** The automatic check blocks the row: the last line says that nothing is payable. */
  blocked?: boolean;
}

/** The calculation of an amount line by line, as a small table. */
export function FormulaTable({ steps, blocked = false }: Props) {
  const t = useTexts();
  const label = useLabel();
  if (!steps?.length) return null;
  return (
    <table className="formula">
      <tbody>
        {steps.map((step, i) => (
          <tr key={i} className={i === steps.length - 1 && !blocked ? "formula-result" : undefined}>
            <th scope="row">{label(step)}</th>
            <td className="numeric">{step.value}</td>
          </tr>
        ))}
        {blocked && (
          <tr className="formula-result formula-blocked">
            <th scope="row">{t("claim.blocked")}</th>
            <td className="numeric">0.00</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A button that opens the calculation. */
export function FormulaText({ steps, blocked }: Props) {
  const t = useTexts();
  if (!steps?.length) return null;
  return (
    <Popover trigger="click" content={<FormulaTable steps={steps} blocked={blocked} />}>
      <button type="button" className="link-button">
        {t("claim.formula")}
      </button>
    </Popover>
  );
}
