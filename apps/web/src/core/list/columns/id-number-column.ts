/** ID numbers in a list: wide enough for a masked number and its mark. */
export const idNumberColumn = { field: "idNumber", width: 196 } as const;
