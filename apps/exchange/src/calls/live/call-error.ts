export interface CallError {
  at: Date;
  /** The verb, or the part of the call, that the error concerns. */
  name: string;
  errorCode: number;
  message?: string;
  /** A warning does not end the call; by default the code decides. */
  level?: "warning";
}
