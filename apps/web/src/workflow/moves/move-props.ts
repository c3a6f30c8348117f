/** What every dialog of a move is about. */
export interface MoveProps {
  taskId: string;
  processInstanceId: string;
  onClose: () => void;
}

/** The same where colleagues are chosen who do not sign the step yet. */
export interface SignerProps extends MoveProps {
  stepSigners: readonly string[];
}
