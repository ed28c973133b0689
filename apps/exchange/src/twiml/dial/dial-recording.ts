import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { StartedRecording } from "../../calls/recordings/recordings.ts";
import { tryRecord } from "../../calls/recordings/try-record.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { logUnsupportedAttributes } from "../document/attributes.ts";
import { parseRecordingAttributes } from "../document/parse-recording-attributes.ts";
import type { VerbScope } from "../document/verb.ts";

const MOMENTS = new Map<string, { from: "ringing" | "answer"; channels: 1 | 2 }>([
  ["true", { from: "answer", channels: 1 }],
  ["record-from-answer", { from: "answer", channels: 1 }],
  ["record-from-ringing", { from: "ringing", channels: 1 }],
  ["record-from-answer-dual", { from: "answer", channels: 2 }],
  ["record-from-ringing-dual", { from: "ringing", channels: 2 }],
]);

/**
 * What a Dial records: the caller, and whom they are connected to. In two channels the caller has
 * the first.
 */
export class DialRecording {
  readonly #dial: Element;
  readonly #scope: VerbScope<"calls">;
  readonly #wanted: { from: "ringing" | "answer"; channels: 1 | 2 } | null;
  #started: StartedRecording | null = null;
  #isTried = false;

  constructor(dial: Element, scope: VerbScope<"calls">) {
    this.#dial = dial;
    this.#scope = scope;
    this.#wanted = MOMENTS.get(dial.attributes["record"] ?? "") ?? null;
  }

  /** For the Dial's action. */
  get params(): WebhookParams {
    const started = this.#started;
    return started === null ? {} : { RecordingUrl: started.url, RecordingSid: started.sid };
  }

  /** A room is recorded by its own attribute. */
  handleConference(): void {
    if (this.#wanted !== null) {
      logUnsupportedAttributes(this.#dial, ["record"], this.#scope.call);
    }
  }

  /** A caller who is not answered yet is recorded from when they are. */
  handleRinging(): void {
    if (this.#wanted?.from === "ringing") {
      this.#start();
    }
  }

  /** The last callback of a leg that the Dial rang tells of the recording, too. */
  handleConnected(callee: LiveCall): void {
    this.#start();
    const started = this.#started;
    if (started !== null) {
      callee.recordingParams = () => started.params();
    }
  }

  stop(): void {
    this.#started?.stop();
  }

  #start(): void {
    const { call, document, services } = this.#scope;
    const isUp = call.state.status === "in-progress";
    if (this.#wanted === null || this.#isTried || !isUp) {
      return;
    }
    this.#isTried = true;
    const { channels } = this.#wanted;
    const recordingOptions = parseRecordingAttributes(this.#dial, document, {
      channels,
      trimsSilence: false,
    });
    this.#started = tryRecord(
      call,
      { options: recordingOptions, source: "DialVerb" },
      services.calls,
    );
  }
}
