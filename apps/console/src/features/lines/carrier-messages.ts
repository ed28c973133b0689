export const carrierMessages = {
  status: {
    connecting: "Connecting...",
    online: "Online",
    offline: "Offline",
  },
  lastReply: "last reply {seconds} s ago",
  delay: "{value} ms",
  fault: "No sound: {reason}",
  usedBy: "in use by {name}",
  takeOver: "Take over",
  takeOverHint: "Ends the other call on this audio server: its caller is put on hold with music",
  retryServer: "Retry",
} as const;
