/** What the SIP stack logs with; a pino logger is one. */
export interface SipLogger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

type LogMethod = (fields: object, message: string) => void;
