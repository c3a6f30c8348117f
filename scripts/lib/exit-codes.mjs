/** The server ended by a fault that nobody foresaw, after it had been running (EX_SOFTWARE of sysexits.h). */
export const crashed = 70;
