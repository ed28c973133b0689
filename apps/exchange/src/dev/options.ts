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

  --voice-url=URL  your application, which returns the TwiML of calls to +61255500100 and to the TwiML application
  --verbose        one line for each state of a call, webhook and document; callers' data on a terminal only
  --json           print one line of JSON to standard output when ready; the log goes to standard error
  --help           this text

Settings are environment variables; docs/configuration.md lists them. Common ones:
  EXCHANGE_PORT=3001    REST and signalling; 0 selects a free port
  SIP_PORT=5060         SIP over UDP; 0 selects a free port
  LINEDESK_DATA=data    the folder of the account, the numbers and the recordings
Next steps: docs/exchange.md
`;

const FLAGS = ["--json", "--help", "--verbose"];
const VOICE_URL = "--voice-url=";

export function readOptions(words: readonly string[]): Options {
  const unknown = words.find((word) => !FLAGS.includes(word) && !word.startsWith(VOICE_URL));
  if (unknown !== undefined) {
    throw new OptionError(`${unknown} is not an option; --help lists the options.`);
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
