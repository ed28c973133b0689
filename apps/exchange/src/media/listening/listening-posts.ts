import type { LegId, ListeningId, MediaEvent } from "../media-port.ts";
import type { MediaLeg } from "../mixing/media-leg.ts";
import { ListeningPost } from "./listening-post.ts";
import type { ListeningPlan } from "./utterance-state.ts";

/** Beyond them nobody is listened to; a station has fewer callers in menus. */
const maxPosts = 500;

export interface ListeningPostsOptions {
  legs: ReadonlyMap<LegId, MediaLeg>;
  emit: (event: MediaEvent) => void;
}

/** All legs that somebody waits for to speak. One that closes ends its own in silence. */
export class ListeningPosts {
  readonly #options: ListeningPostsOptions;
  readonly #posts = new Map<ListeningId, { leg: LegId; post: ListeningPost }>();

  constructor(options: ListeningPostsOptions) {
    this.#options = options;
  }

  listen(leg: LegId, listening: ListeningId, plan: ListeningPlan): void {
    if (this.#posts.size >= maxPosts || !this.#options.legs.has(leg)) return;
    const { emit } = this.#options;
    const post = new ListeningPost(plan, {
      onBegan: () => emit({ type: "listening.began", listening }),
      onSound: (samples) => emit({ type: "listening.sound", listening, samples }),
      onEnded: (reason) => emit({ type: "listening.ended", listening, reason }),
    });
    this.#posts.set(listening, { leg, post });
  }

  stop(listening: ListeningId): void {
    this.#posts.delete(listening);
  }

  legClosed(leg: LegId): void {
    for (const [id, each] of this.#posts) if (each.leg === leg) this.#posts.delete(id);
  }

  close(): void {
    this.#posts.clear();
  }

  /** After all have been heard. */
  tick(): void {
    for (const [id, { leg, post }] of this.#posts) {
      const heard = this.#options.legs.get(leg);
      if (heard !== undefined) post.hear(heard.incoming.block, heard.sampleRate);
      if (post.isOver) this.#posts.delete(id);
    }
  }
}
