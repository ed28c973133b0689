export const paletteMessages = {
  find: "Find a command, a panel or a caller",
  results: "What can be done",
  callers: "Callers",
  nothing: "Nothing is called that. Try fewer letters.",
  again: "Enter once more",
  count: "{count, plural, =0 {Nothing found} one {# found} other {# found}}",
} as const;
