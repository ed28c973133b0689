/** The logger of the SIP stack. A pino logger has this type. */
export interface SipLogger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

type LogMethod = (fields: object, message: string) => void;
