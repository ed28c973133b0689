/** One thing that a check refuses. */
export interface Breach {
  check: string;
  /** A file of the repository, with a line where there is one. */
  at: string;
  /** A whole sentence: what is wrong and what to do. */
  message: string;
}
