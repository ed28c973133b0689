export const playingMessagesDe = {
  now: "Läuft gerade",
  song: "{title}, {artist}",
};
