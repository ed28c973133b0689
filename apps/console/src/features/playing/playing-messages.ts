export const playingMessages = {
  now: "Now playing",
  song: "{title}, {artist}",
} as const;
