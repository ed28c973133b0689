/** What the command line may say. */
export interface Options {
  json: boolean;
  help: boolean;
}

/** An option that there is not, in one sentence. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly code = "option";
}

export const HELP_TEXT = `linedesk-exchange: a telephone exchange that speaks Twilio's protocols, for development offline

  --json   say being ready as one line of JSON on standard output; the log goes to standard error
  --help   this text

Settings are environment variables, listed in docs/configuration.md. Often wanted:
  EXCHANGE_PORT=3001    REST and signalling; 0 takes a free one
  SIP_PORT=5060         SIP over UDP; 0 takes a free one
  INSPECTOR_PORT=3002   the inspector; off is off
  SAMPLE_PORT=3003      the sample application and its softphone page; off is off
  LINEDESK_DATA=data    where the account, the numbers and the recordings are kept
How to go on from there: docs/exchange.md
`;

/** Throws OptionError. */
export function readOptions(words: readonly string[]): Options {
  const unknown = words.find((word) => word !== "--json" && word !== "--help");
  if (unknown !== undefined) {
    throw new OptionError(`There is no option ${unknown}; --help tells those that there are.`);
  }
  return { json: words.includes("--json"), help: words.includes("--help") };
}
