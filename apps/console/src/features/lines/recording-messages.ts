export const recordingMessages = {
  off: "This station records no calls. Admins switch recording on in Privacy",
  start: "Record",
  startHint: "The caller on line {number} hears an announcement first",
  stop: "Stop recording",
  stopHint: "The recording of line {number} so far is kept",
  pause: "Pause the recording of line {number}",
  resume: "Resume the recording of line {number}",
  state: {
    announcing: "Announcement",
    running: "Recording",
    paused: "Paused",
  },
  spoken: {
    announcing: "The caller on line {number} hears the announcement",
    running: "Line {number} is recorded",
    paused: "The recording of line {number} is paused",
  },
} as const;
