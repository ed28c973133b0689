export const dialLimitMessages = {
  ends: "Ends in",
  minutes: "The call with {name} ends in two minutes",
  seconds: "The call with {name} ends in 30 seconds",
  extend: "10 min more",
  extendName: "10 min more for {name}",
  held: "{name}, on hold",
} as const;
