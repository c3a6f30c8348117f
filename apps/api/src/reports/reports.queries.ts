export { addOfficialForms } from "./official-forms.ts";
