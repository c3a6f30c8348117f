import type { Db } from "../../core/database/db.ts";
import { parameter } from "../../settings/settings.queries.ts";

/** Attendance in percent from which somebody has finished a class, as SQL compares it. */
export const getLeastAttendance = async (db: Db): Promise<string> => (await parameter(db, "attendance.min")).toFixed(2);
