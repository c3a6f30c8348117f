/** The server ended by an unexpected error, after it had been running (EX_SOFTWARE of sysexits.h). */
export const crashed = 70;
