/** A token for the second step of a sign-in, given to whoever proved the first factor. */
export interface Challenge {
  token: string;
  seconds: number;
}
