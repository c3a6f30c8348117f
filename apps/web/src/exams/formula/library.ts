/** What draws formulas, with its styles: fetched where a text has one (formula.tsx). */
import "temml/dist/Temml-Local.css";
import "./math-font.css";

export { default } from "temml";
