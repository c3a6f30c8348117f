import { investigateKind } from "@jipei/contract/inspection/investigation-codes.ts";
import { type ControlProps, FieldControl } from "../core/form/field-control.tsx";
import { useIsOf } from "../core/session/session.ts";

const { "1": needs, "2": effect } = investigateKind.codes;
const surveys = { ...investigateKind, codes: { "1": needs, "2": effect } };

/** The kinds that the user may write: an enterprise surveys, inspections are the bureau's. */
export function KindControl(props: ControlProps) {
  const isOfBureau = useIsOf("bureau");
  return <FieldControl {...props} field={isOfBureau ? props.field : { ...props.field, codes: surveys }} />;
}
