export const seatMessagesDe = {
  seats: "Plätze",
  me: "{name} (Sie), {role}",
  other: "{name}, {role}",
  asleep: "schläft: die Seite oder der Rechner ruht",
  more: "{count, plural, one {# weitere Person} other {# weitere Personen}}: {names}",
  line: {
    off: "Leitung {number} ist nicht erreichbar",
    idle: "Leitung {number} ist frei",
    on_line: "Leitung {number}: {caller}",
    held: "Leitung {number}: {caller}, gehalten",
    on_air: "Leitung {number}: {caller} auf Sendung",
  },
};
