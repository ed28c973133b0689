export const microphoneMessages = {
  why: "Callers hear you through your microphone.",
  prompt: "Allow the microphone. Your browser will ask.",
  dismissed: "You closed the browser's question. Try again",
  denied: "The browser blocks the microphone.",
  deniedHow: "Click the icon left of the address, set Microphone to Allow, then check again.",
  missing: "No microphone found. Plug one in",
  busy: "Another program uses it",
  unknown: "Looking for a microphone…",
  allow: "Allow the microphone",
  again: "Try again",
  check: "Check again",
} as const;
