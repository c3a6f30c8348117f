/** The log of a program, for its operators. */
export interface Log {
  info(message: string): void;
  error(data: object, message: string): void;
  warn(data: object, message: string): void;
}
