/** What is recorded of an action on a row. Who, when and from where is added as it is written. */
export interface AuditEntry {
  bizType: string;
  bizId: string;
  action: string;
  fromStatus?: string | null;
  toStatus?: string | null;
  opinion?: string | null;
  /** Values before and after a change. */
  before?: unknown;
  after?: unknown;
}
