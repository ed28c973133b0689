export const tabMessages = {
  title: "Your desk is open in another tab",
  words: "That tab rings, has the lines and takes the keys. Here you can read.",
  onLine:
    "{names} {count, plural, one {is} other {are}} on the {count, plural, one {line} other {lines}} there and {count, plural, one {comes} other {come}} along: music for a moment, then here.",
  takeOver: "Take over here",
} as const;
