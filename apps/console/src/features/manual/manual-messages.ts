export const manualMessages = {
  title: "Help",
  home: "Back to the desk",
  skip: "Skip to the page",
  contents: "Contents",
  find: "Search the manual",
  results: "Results for “{find}”",
  count: "{count, plural, one {# place found} other {# places found}}",
  nothing: "The manual has nothing about “{find}”. Try another word, or a shorter one.",
  unknown: "There is no such page",
  unknownWords: "The contents list every page of the manual.",
  awake: "Keep the desk's tab awake",
} as const;
