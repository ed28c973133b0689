import VoiceResponse from "twilio/lib/twiml/VoiceResponse.js";

export const twiml = {
  nothing,
  hangUp,
  reject,
  playAndHangUp,
  pauseAndHangUp,
  sayAndHangUp,
  sayInLoop,
  ringClient,
  askAgain,
  redirect,
  playInLoop,
  playUntilDigit,
  playAndAskAgain,
  enqueue,
  forward,
  joinConference,
  announce,
};

const ENGLISH = { language: "en-AU" } as const;

/** Characters that XML 1.0 cannot contain, not even escaped; the library throws on them. */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Returns a document to which `write` adds verbs. Texts of callers and stations go through `clean`.
 */
function compose(write: (response: VoiceResponse) => void): string {
  const response = new VoiceResponse();
  write(response);
  return response.toString();
}

function clean(text: string): string {
  return text.replaceAll(ILLEGAL, "");
}

function nothing(): string {
  return compose(() => undefined);
}

function hangUp(): string {
  return compose((response) => response.hangup());
}

function reject(reason: "rejected" | "busy" = "rejected"): string {
  return compose((response) => response.reject({ reason }));
}

function playAndHangUp(url: string): string {
  return compose((response) => {
    response.play(url);
    response.hangup();
  });
}

/** Answers the call, waits in silence for `lengthS` seconds and hangs up. */
function pauseAndHangUp(lengthS: number): string {
  return compose((response) => {
    response.pause({ length: lengthS });
    response.hangup();
  });
}

function sayAndHangUp(words: string): string {
  return compose((response) => {
    response.say(ENGLISH, clean(words));
    response.hangup();
  });
}

/** Repeats a sentence, like a person who waits for an answer. */
function sayInLoop(words: string): string {
  return compose((response) => response.say({ ...ENGLISH, loop: 0 }, clean(words)));
}

function ringClient(identity: string, how: { timeoutS: number; callerId: string }): string {
  const attributes = { answerOnBridge: true, timeout: how.timeoutS, callerId: how.callerId };
  return compose((response) => {
    response.dial(attributes).client(identity);
    response.reject({ reason: "busy" });
  });
}

/** Answers the call, waits a second, and requests the next document from the application. */
function askAgain(url: string): string {
  return compose((response) => {
    response.pause({ length: 1 });
    response.redirect({ method: "POST" }, url);
  });
}

function redirect(url: string): string {
  return compose((response) => response.redirect({ method: "POST" }, url));
}

function playInLoop(sound: LoopedSound): string {
  return compose((response) => playForEver(response, sound));
}

/** An endless sound, and the music that replaces it while it is silent or unavailable. */
interface LoopedSound {
  url: string;
  musicUrl: string | null;
}

/** `musicUrl` is an attribute of our exchange; other services ignore it. */
function playForEver(parent: Pick<VoiceResponse, "play">, { url, musicUrl }: LoopedSound): void {
  parent.play({ loop: 0, ...(musicUrl === null ? {} : { musicUrl }) }, url);
}

/**
 * Plays until another document arrives or the caller sends a DTMF digit; `words` are spoken once
 * before.
 */
function playUntilDigit(sound: LoopedSound, how: { action: string; words: string | null }): string {
  const { action, words } = how;
  return compose((response) => {
    const gather = response.gather({ input: ["dtmf"], numDigits: 1, finishOnKey: "", action });
    if (words !== null) {
      gather.say(ENGLISH, clean(words));
    }
    playForEver(gather, sound);
  });
}

/** Plays the sounds in order, and requests the next document from the application. */
function playAndAskAgain(sounds: readonly string[], url: string): string {
  return compose((response) => {
    for (const sound of sounds) {
      response.play(sound);
    }
    response.redirect({ method: "POST" }, url);
  });
}

/** Puts the caller into the queue; `words` are spoken once before. */
function enqueue(queue: string, urls: { wait: string; action: string; words?: string | null }) {
  const { wait, action, words = null } = urls;
  return compose((response) => {
    if (words !== null) {
      response.say(ENGLISH, clean(words));
    }
    response.enqueue({ waitUrl: wait, action, method: "POST" }, queue);
  });
}

/** Connects the caller to another number for `timeLimitS` seconds at most. */
function forward(number: string, how: { timeLimitS: number; callerId: string }): string {
  const attributes = { timeLimit: how.timeLimitS, callerId: how.callerId };
  return compose((response) => response.dial(attributes).number(number));
}

/** Plays a sound once; if there is no sound, speaks the words once. */
function announce({ words, url }: { words: string | null; url: string | null }): string {
  return compose((response) =>
    url === null ? response.say(ENGLISH, clean(words ?? "")) : response.play(url),
  );
}

export interface ConferenceOptions {
  room: string;
  label: string;
  statusUrl: string;
  /** The music of a leg that waits or whose peer is gone; an empty text is silence. */
  waitUrl?: string;
  /** Reports members who begin and stop speaking. */
  speakers?: boolean;
  /** Is true when the leg receives the sound of the room and sends none. */
  muted?: boolean;
  /** With true, the leg joins after half a second, in which its sound connects. */
  afterSilence?: boolean;
  /** The digits to send before the call joins the room; `w` is a pause of half a second. */
  digits?: string;
  /** The programme that the exchange detects in the background of the leg. */
  programmeUrl?: string | null;
}

/**
 * Puts the call into a room. The room continues when a leg leaves, because the server decides about
 * the remaining legs.
 */
function joinConference(options: ConferenceOptions): string {
  const { room, label, statusUrl, speakers = false, muted = false, programmeUrl = null } = options;
  const { waitUrl = "" } = options;
  // An attribute of our exchange; other services ignore it.
  const ours = programmeUrl === null ? {} : { programmeUrl };
  return compose((response) => {
    const digits = options.digits ?? (options.afterSilence === true ? "w" : null);
    if (digits !== null) {
      response.play({ digits });
    }
    response.dial().conference(
      {
        participantLabel: label,
        ...(muted ? { muted } : {}),
        startConferenceOnEnter: true,
        endConferenceOnExit: false,
        beep: "false",
        waitUrl,
        ...ours,
        statusCallback: statusUrl,
        statusCallbackEvent: [...roomEvents, ...(speakers ? (["speaker"] as const) : [])],
        statusCallbackMethod: "POST",
      },
      room,
    );
  });
}

const roomEvents = [
  ...(["start", "end", "join", "leave"] as const),
  ...(["mute", "hold", "modify", "announcement"] as const),
];
