export interface Options {
  json: boolean;
  help: boolean;
  verbose: boolean;
  /** The URL of the application's documents; `null` leaves the current one. */
  voiceUrl: string | null;
}

export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly code = "option";
}

export const HELP_TEXT = `linedesk-exchange: a telephone exchange that speaks Twilio's protocols, for development offline

  --voice-url=URL  your application: asked for TwiML when +61255500100 or the TwiML application is called
  --verbose        one line for each state of a call, webhook and document; callers' data on a terminal only
  --json           say being ready as one line of JSON on standard output; the log goes to standard error
  --help           this text

Settings are environment variables, listed in docs/configuration.md. Often wanted:
  EXCHANGE_PORT=3001    REST and signalling; 0 takes a free one
  SIP_PORT=5060         SIP over UDP; 0 takes a free one
  LINEDESK_DATA=data    where the account, the numbers and the recordings are kept
How to go on from there: docs/exchange.md
`;

const FLAGS = ["--json", "--help", "--verbose"];
const VOICE_URL = "--voice-url=";

export function readOptions(words: readonly string[]): Options {
  const unknown = words.find((word) => !FLAGS.includes(word) && !word.startsWith(VOICE_URL));
  if (unknown !== undefined) {
    throw new OptionError(`There is no option ${unknown}; --help tells those that there are.`);
  }
  return {
    json: words.includes("--json"),
    help: words.includes("--help"),
    verbose: words.includes("--verbose"),
    voiceUrl: readVoiceUrl(words),
  };
}

function readVoiceUrl(words: readonly string[]): string | null {
  const url = words.findLast((word) => word.startsWith(VOICE_URL))?.slice(VOICE_URL.length);
  if (url !== undefined && !/^https?:\/\/./.test(url)) {
    throw new OptionError("--voice-url must be an http or https URL.");
  }
  return url ?? null;
}
