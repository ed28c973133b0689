export const playingMessages = {
  now: "Now playing",
  song: "{title}, {artist}",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    playing: typeof playingMessages;
  }
}
