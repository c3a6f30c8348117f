import type { ReportRow } from "@jipei/contract/reports/report.ts";
import { type Session, getViewer } from "../core/session/session.ts";

/** Whether the user may change a report: they made it, or administer the system. The server decides. */
export const isAuthor = ({ createUser }: Pick<ReportRow, "createUser">, session: Session): boolean =>
  createUser === session.info?.userId || getViewer(session).roles.includes("sysAdmin");
