export const twiml = {
  hangUp,
  reject,
  playAndHangUp,
  pauseAndHangUp,
  sayAndHangUp,
  sayInLoop,
  ringClient,
  askAgain,
  playInLoop,
  playUntilDigit,
  playAndAskAgain,
  enqueue,
  forward,
  joinConference,
  announce,
};

/** One verb with its attributes; texts are escaped here and nowhere else. */
interface Verb {
  name: string;
  attributes: Record<string, string | number | boolean | undefined>;
  content: string | Verb[];
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? one);
}

function render(verb: Verb): string {
  const attributes = Object.entries(verb.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
  const inside =
    typeof verb.content === "string" ? escapeXml(verb.content) : verb.content.map(render).join("");
  return inside === ""
    ? `<${verb.name}${attributes}/>`
    : `<${verb.name}${attributes}>${inside}</${verb.name}>`;
}

function verb(name: string, attributes: Verb["attributes"], content: Verb["content"] = ""): Verb {
  return { name, attributes, content };
}

function document(...verbs: Verb[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${render(verb("Response", {}, verbs))}`;
}

function hangUp(): string {
  return document(verb("Hangup", {}));
}

function reject(reason: "rejected" | "busy" = "rejected"): string {
  return document(verb("Reject", { reason }));
}

function playAndHangUp(url: string): string {
  return document(verb("Play", {}, url), verb("Hangup", {}));
}

/** Answers the call, is silent for so long and hangs up. */
function pauseAndHangUp(lengthS: number): string {
  return document(verb("Pause", { length: lengthS }), verb("Hangup", {}));
}

function sayAndHangUp(words: string): string {
  return document(verb("Say", { language: "en-AU" }, words), verb("Hangup", {}));
}

/** Says a sentence again and again, as somebody who waits to be answered. */
function sayInLoop(words: string): string {
  return document(verb("Say", { language: "en-AU", loop: 0 }, words));
}

function ringClient(identity: string, how: { timeoutS: number; callerId: string }): string {
  const attributes = { answerOnBridge: true, timeout: how.timeoutS, callerId: how.callerId };
  return document(
    verb("Dial", attributes, [verb("Client", {}, identity)]),
    verb("Reject", { reason: "busy" }),
  );
}

/** Answers the call, says nothing for a second, and asks what it does next. */
function askAgain(url: string): string {
  return document(verb("Pause", { length: 1 }), verb("Redirect", { method: "POST" }, url));
}

function playInLoop(sound: LoopedSound): string {
  return document(playForEver(sound));
}

/** A sound without an end, and what is heard while it is silent or gone; null where it has one. */
interface LoopedSound {
  url: string;
  musicUrl: string | null;
}

function playForEver({ url, musicUrl }: LoopedSound): Verb {
  return verb("Play", { loop: 0, musicUrl: musicUrl ?? undefined }, url);
}

/** Plays until something else happens or a digit is pressed; `words` are said once before. */
function playUntilDigit(sound: LoopedSound, how: { action: string; words: string | null }): string {
  const prompt = how.words === null ? [] : [verb("Say", { language: "en-AU" }, how.words)];
  const gather = { input: "dtmf", numDigits: 1, finishOnKey: "", action: how.action };
  return document(verb("Gather", gather, [...prompt, playForEver(sound)]));
}

/** Plays one after the other, and asks the application what comes then. */
function playAndAskAgain(sounds: readonly string[], url: string): string {
  const played = sounds.map((sound) => verb("Play", {}, sound));
  return document(...played, verb("Redirect", { method: "POST" }, url));
}

/** Into the queue; `words` are said once before. */
function enqueue(queue: string, urls: { wait: string; action: string; words?: string | null }) {
  const { words = null } = urls;
  return document(
    ...(words === null ? [] : [verb("Say", { language: "en-AU" }, words)]),
    verb("Enqueue", { waitUrl: urls.wait, action: urls.action, method: "POST" }, queue),
  );
}

/** Connects the caller to another number for `timeLimitS` seconds at most. */
function forward(number: string, how: { timeLimitS: number; callerId: string }): string {
  const attributes = { timeLimit: how.timeLimitS, callerId: how.callerId };
  return document(verb("Dial", attributes, [verb("Number", {}, number)]));
}

/** Once and no more, over what is heard: a sound, else words. */
function announce({ words, url }: { words: string | null; url: string | null }): string {
  return url === null
    ? document(verb("Say", { language: "en-AU" }, words ?? ""))
    : document(verb("Play", {}, url));
}

export interface ConferenceOptions {
  room: string;
  label: string;
  statusUrl: string;
  /** Whether who begins and stops speaking is reported too. */
  speakers?: boolean;
  /** Hears the room, and is not heard. */
  muted?: boolean;
  /** Half a second after it is up: whoever joins has their sound by then. */
  afterSilence?: boolean;
  /** What is looked for in the background of who joins. */
  programmeUrl?: string | null;
}

/**
 * Puts the call into a room. Nobody's leaving ends the room: the server decides what becomes of
 * who stays.
 */
function joinConference(options: ConferenceOptions): string {
  const { room, label, statusUrl, speakers = false, muted = false, programmeUrl = null } = options;
  return document(
    ...(options.afterSilence === true ? [verb("Play", { digits: "w" })] : []),
    verb("Dial", {}, [
      verb(
        "Conference",
        {
          participantLabel: label,
          muted: muted ? true : undefined,
          startConferenceOnEnter: true,
          endConferenceOnExit: false,
          beep: false,
          waitUrl: "",
          ...(programmeUrl === null ? {} : { programmeUrl }),
          statusCallback: statusUrl,
          statusCallbackEvent: `start end join leave mute hold modify announcement${speakers ? " speaker" : ""}`,
          statusCallbackMethod: "POST",
        },
        room,
      ),
    ]),
  );
}
