export interface CallError {
  at: Date;
  /** The verb, or the part of the call, that the error concerns. */
  name: string;
  errorCode: number;
  message?: string;
  /** The level of the notification; by default the code decides. */
  level?: "warning";
}
