export const userMessages = {
  menu: "{name}, your settings",
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  system: "As the system",
  density: "Rows",
  comfortable: "Comfortable",
  compact: "Compact",
  shortcuts: "Keyboard shortcuts",
  awake: "Keep this tab awake",
  admin: "Admin area",
  signOut: "Sign out",
  signOutTitle: "Sign out during a call?",
  signOutWords:
    "{names} {count, plural, one {is} other {are}} on your {count, plural, one {line} other {lines}} and will hear music, with nobody attending, until a colleague takes over.",
  stay: "Stay signed in",
  role: {
    screener: "Screener",
    presenter: "Presenter",
    producer: "Producer",
    admin: "Admin",
    owner: "Owner",
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    user: typeof userMessages;
  }
}
