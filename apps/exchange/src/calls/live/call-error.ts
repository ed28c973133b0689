/** An error of a call, for its notifications. */
export interface CallError {
  at: Date;
  /** The verb, or the part of the call that the error is about. */
  name: string;
  errorCode: number;
  message?: string;
}
