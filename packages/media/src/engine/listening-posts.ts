import { ListeningPost } from "../listening/listening-post.ts";
import type { ListeningPlan } from "../listening/utterance-state.ts";
import type { LegId, ListeningId, MediaEvent } from "../port/media-port.ts";

/** Who comes beyond them is told so; a station has fewer callers in menus. */
const MAX_POSTS = 500;

/** What is needed of a leg: what it says in this tick. */
interface HeardLeg {
  incoming: { block: Int16Array };
  sampleRate: number;
}

export interface ListeningPostsOptions {
  legs: ReadonlyMap<LegId, HeardLeg>;
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
    const { emit, legs } = this.#options;
    if (!legs.has(leg)) {
      return;
    }
    if (this.#posts.size >= MAX_POSTS) {
      return emit({ type: "listening.ended", listening, reason: "too_many" });
    }
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
    for (const [id, each] of this.#posts) {
      if (each.leg === leg) {
        this.#posts.delete(id);
      }
    }
  }

  close(): void {
    this.#posts.clear();
  }

  /** After all have been heard. */
  tick(): void {
    for (const [id, { leg, post }] of this.#posts) {
      const heard = this.#options.legs.get(leg);
      if (heard !== undefined) {
        post.hear(heard.incoming.block, heard.sampleRate);
      }
      if (post.isOver) {
        this.#posts.delete(id);
      }
    }
  }
}
