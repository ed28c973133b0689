import { randomUUID } from "node:crypto";

import type { LegId, ListeningId, UtteranceOptions, MediaEvent, MediaPort } from "@linedesk/media";

export interface UtteranceListener {
  onBegan(): void;
  onSound(samples: Int16Array): void;
  /** `too_many` never began: nobody more can be listened to. */
  onEnded(reason: Extract<MediaEvent, { type: "utterance.ended" }>["reason"]): void;
}

/** Pairs each leg that is listened to with who wants to know what it says. */
export class UtteranceListeners {
  readonly #media: MediaPort;
  readonly #listeners = new Map<ListeningId, UtteranceListener>();

  constructor(media: MediaPort) {
    this.#media = media;
  }

  /** For one utterance; the answer stops it and is safe to call later. */
  listen(leg: LegId, plan: UtteranceOptions, listener: UtteranceListener): () => void {
    const id = randomUUID();
    this.#listeners.set(id, listener);
    this.#media.listen(leg, id, plan);
    return () => {
      if (this.#listeners.delete(id)) {
        this.#media.stopListening(id);
      }
    };
  }

  handle(event: Extract<MediaEvent, { listening: ListeningId }>): void {
    const listener = this.#listeners.get(event.listening);
    if (event.type === "utterance.began") {
      listener?.onBegan();
    } else if (event.type === "utterance.audio") {
      listener?.onSound(event.samples);
    } else {
      this.#listeners.delete(event.listening);
      listener?.onEnded(event.reason);
    }
  }
}
