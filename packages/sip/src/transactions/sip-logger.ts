/** The logger of the SIP stack; a pino logger fits. */
export interface SipLogger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

type LogMethod = (fields: object, message: string) => void;
