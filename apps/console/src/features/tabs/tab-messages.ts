export const tabMessages = {
  title: "Your desk is open in another tab",
  words: "That tab rings and has the lines and keys. Here you can only read.",
  onLine:
    "{names} {count, plural, one {is} other {are}} on the {count, plural, one {line} other {lines}} there, and will hear music for a moment before you have them here.",
  takeOver: "Take over here",
} as const;
