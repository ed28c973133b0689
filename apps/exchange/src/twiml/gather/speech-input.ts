import { TWILIO_CODES } from "@linedesk/base";
import type { Recognition, RecognitionEnd } from "@linedesk/speech";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { VerbScope } from "../document/verb.ts";
import { createPartialResults, type PartialResults } from "./partial-results.ts";
import type { SpeechOptions } from "./speech-options.ts";

export interface SpeechEvents {
  onBegan(): void;
  onEnded(): void;
  /** Empty where nothing was understood. */
  onRecognised(text: string, confidence: number): void;
}

const NO_RECOGNISER = TWILIO_CODES.TWIML_WARNING;
const LANGUAGE_UNKNOWN = TWILIO_CODES.GATHER_INVALID_LANGUAGE;

const PROFANITIES = [
  ..."fuck,fucked,fucker,fuckers,fucking,motherfucker,motherfucking,shit,shits,shitty".split(","),
  ..."bullshit,cunt,cunts,bitch,bitches,asshole,assholes,arsehole,bastard,bastards".split(","),
  ..."dick,dickhead,cock,cocksucker,pussy,whore,slut,wanker,wankers,nigger,faggot".split(","),
];
const ANY_PROFANITY = new RegExp(`\\b(?:${PROFANITIES.join("|")})\\b`, "gi");

const tooMany = {
  type: "failed",
  code: "busy",
  message: "too many callers are listened to at once",
} as const;

/** Listens to the caller of a `<Gather>` for one utterance, and has it made text of. */
export class SpeechInput {
  readonly #speech: SpeechOptions;
  readonly #scope: VerbScope<"audio" | "webhooks">;
  readonly #events: SpeechEvents;
  readonly #partials: PartialResults | null;
  readonly #over = new AbortController();
  #recognition: Recognition | null = null;
  #stopListening: () => void = () => undefined;
  #isComplete = false;

  constructor(
    element: Element,
    speechOptions: SpeechOptions,
    scope: VerbScope<"audio" | "webhooks">,
    events: SpeechEvents,
  ) {
    this.#speech = speechOptions;
    this.#scope = scope;
    this.#events = events;
    this.#partials = createPartialResults(element, scope, {
      language: speechOptions.language,
      until: this.#over.signal,
    });
  }

  /** False, and noted, where nobody can make text of it. */
  async isPossible(): Promise<boolean> {
    const refusal = await this.#scope.services.audio.recogniser.refuse(this.#speech);
    if (refusal !== null) {
      this.#note(refusal);
    }
    return refusal === null;
  }

  listen(): void {
    const { call, services } = this.#scope;
    if (this.#isClosed || !call.leg) {
      return;
    }
    const { endSilenceMs, longestMs } = this.#speech;
    const plan = { endSilenceMs, longestMs };
    this.#stopListening = services.audio.listenings.listen(call.leg.id, plan, {
      onBegan: () => this.#begin(),
      onSound: (samples) => this.#recognition?.write(samples),
      onEnded: (reason) => (reason === "too_many" ? this.#note(tooMany) : this.complete()),
    });
  }

  /** Idempotent. All has been said, and is made text of. */
  complete(): void {
    if (this.#isComplete) {
      return;
    }
    this.#isComplete = true;
    this.#stopListening();
    void this.#finish();
  }

  /** Idempotent. What is being recognised is given up. */
  close(): void {
    this.#over.abort();
    this.#stopListening();
    this.#recognition?.cancel();
  }

  get #isClosed(): boolean {
    return this.#over.signal.aborted;
  }

  #begin(): void {
    const { recogniser } = this.#scope.services.audio;
    this.#recognition = recogniser.begin(this.#speech, (text) => {
      if (!this.#isClosed) {
        this.#partials?.report(this.#shown(text));
      }
    });
    this.#events.onBegan();
  }

  async #finish(): Promise<void> {
    this.#events.onEnded();
    const end = await this.#recognition?.finish();
    if (this.#isClosed || end === undefined) {
      return;
    }
    if (end.type === "failed") {
      this.#note(end);
    }
    if (end.type !== "recognised") {
      return this.#events.onRecognised("", 0);
    }
    this.#events.onRecognised(this.#shown(end.text), end.confidence);
  }

  #note({ code, message }: Extract<RecognitionEnd, { type: "failed" }>): void {
    const errorCode = code === "language" ? LANGUAGE_UNKNOWN : NO_RECOGNISER;
    this.#scope.call.addLogEntry("error", "Gather", { errorCode, message });
  }

  #shown(text: string): string {
    return this.#speech.hidesProfanity ? hideProfanity(text) : text;
  }
}

/** Swear words with all but their first letter as stars. */
function hideProfanity(text: string): string {
  return text.replace(ANY_PROFANITY, (word) => word.charAt(0) + "*".repeat(word.length - 1));
}
