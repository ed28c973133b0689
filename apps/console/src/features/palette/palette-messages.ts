export const paletteMessages = {
  find: "Find a command, a panel or a caller",
  results: "Results",
  callers: "Callers",
  nothing: "Nothing found. Try fewer letters.",
  again: "Press Enter again",
  count: "{count, plural, =0 {Nothing found} one {# found} other {# found}}",
} as const;
