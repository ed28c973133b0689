export const seatMessages = {
  seats: "Seats",
  me: "{name} (you), {role}",
  other: "{name}, {role}",
  asleep: "asleep: the page or the machine sleeps",
  more: "{count, plural, one {# more} other {# more}}: {names}",
  line: {
    off: "Line {number} cannot be reached",
    idle: "Line {number} is free",
    on_line: "Line {number}: {caller}",
    held: "Line {number}: {caller} on hold",
    on_air: "Line {number}: {caller} on air",
  },
} as const;
