const SHIFT_MS = 16_000;

/** A module for `--import` that moves a process's clock forward, and back, at each SIGUSR2. */
export function writeClockShift(): string {
  return `const Real = Date;
let shiftMs = 0;
process.on("SIGUSR2", () => { shiftMs = shiftMs === 0 ? ${SHIFT_MS} : 0; });
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length === 0 ? [Real.now() + shiftMs] : given)); }
  static now() { return Real.now() + shiftMs; }
};`;
}
