import type { Services } from "../core/foundation/services.ts";
import { httpRegisters } from "./http-registers.ts";
import { localRegisters } from "./local-registers.ts";
import type { Registers } from "./register-port.ts";

/** The registers by configuration: over HTTP where an address is set, else the local register. */
export const getRegisters = (app: Services): Registers =>
  app.settings.registers ? httpRegisters(app.settings.registers) : localRegisters(app.db, app.cipher);
