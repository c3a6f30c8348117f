/** People below which no figure of a group is said: it would tell of each of them. */
export const fewestPeople = 5;
