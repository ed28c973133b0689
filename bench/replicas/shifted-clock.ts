const SHIFT_MS = 16_000;

/** Returns a module for `--import`. A SIGUSR2 moves the process's clock 16 s forward, or back. */
export function writeClockShift(): string {
  return `const Real = Date;
let shiftMs = 0;
process.on("SIGUSR2", () => { shiftMs = shiftMs === 0 ? ${SHIFT_MS} : 0; });
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length === 0 ? [Real.now() + shiftMs] : given)); }
  static now() { return Real.now() + shiftMs; }
};`;
}
