/** What every dialog of a move is about. */
export interface MoveProps {
  taskId: string;
  processInstanceId: string;
  onClose: () => void;
}
