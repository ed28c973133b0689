const DIAL_CODE: Readonly<Record<number, number>> = {
  21211: 13224,
  21217: 13224,
  21219: 13227,
  21215: 13227,
  21216: 13227,
};

/** What REST answers with when it refuses a target, as a document is told of it. */
export function toDialCode(twilioCode: number): number {
  return DIAL_CODE[twilioCode] ?? twilioCode;
}
