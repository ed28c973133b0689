export const airMessages = {
  dump: "End {name}, take next to air: {next}",
  dumpAlone: "End {name}, take next to air",
  dumpNobody: "End and take next to air",
  dumpMode: "Dump mode",
  dumpModeOn: "Dump mode on",
  dumpModeHint: "For quick rounds: one press ends the call on air and takes the next caller to air",
  dumpOn: "Switch on dump mode",
  dumpOff: "Switch off dump mode",
  drop: "{name}: press long",
  dropHint: "Press for 0.6 s: all callers leave air and their calls end, even without the server",
  nobodyOnAir: "Nobody is on air",
  nobodyNext: "Nobody is waiting",
  hint: "To go to air: select line {number} with {select}, then take the next caller with {next}.",
  hintAlone: "To go to air: select line {number}, then take the next caller.",
  hintNoLine:
    "No line of this seat goes to air. Choose a device preset in Settings, or ask an admin to put a line to air.",
  hintAdmin:
    "No line of this seat goes to air. Put a line to air in Admin, Station, or choose a device preset in Settings.",
} as const;
