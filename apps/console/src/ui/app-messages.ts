export const appMessages = {
  title: "{station} console",
  titleRinging: "({count}) Ringing - {title}",
  loading: "Loading",
  notices: "Messages",
  dismiss: "Dismiss",
  close: "Close",
  cancel: "Cancel",
  retry: "Try again",
  sydneyTime: "{time}, Sydney time",
  panelFailed: "This part of the page stopped working.",
  panelFailedWords: "Your calls go on. Load this part again, or reload the page after the call.",
  reloadPanel: "Load it again",
  notFound: "There is no page here",
  notFoundWords: "The address may be mistyped, or you may not be a member of that station.",
  goToStation: "Go to my station",
  noStation: "You have no station yet.",
  noStationWords: "Ask an admin of your station to add you.",
  signingIn: "Taking you to sign in",
  signingInWords: "Your place is kept.",
  signInFailed: "Sign-in could not begin",
  signInUnreachable: "We could not reach the server. Your place is kept.",
  signInLate: "The sign-in service does not answer. Your place is kept.",
  openSignInPage: "Go to the sign-in page",
  signedInAs: "You are signed in as {person}.",
  signOut: "Sign out",
  failed: "The console could not start",
  pageFailed: "The page stopped working",
  pageFailedWords: "Calls in progress keep their place with the caller on music. Reload to go on.",
  reload: "Reload the page",
  main: "Calls",
  unsupported: "This browser cannot take calls",
  unsupportedWords: "What is missing:",
  unsupportedHint: "Use a current Chrome, Edge, Firefox or Safari, over https.",
  missing: {
    webRtc: "WebRTC, which carries the sound of calls",
    microphone: "Access to the microphone, which browsers give over https only",
    webSocket: "WebSocket, which keeps the queue up to date",
    webAudio: "Web Audio, which measures and plays sound",
    legacyEdge: "A current Edge: this one is Edge Legacy, which Microsoft no longer mends",
  },
} as const;

declare module "../lib/messages.ts" {
  interface Messages {
    app: typeof appMessages;
  }
}
