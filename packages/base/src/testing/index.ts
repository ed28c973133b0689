export { FakeClock, settled } from "./fake-clock.ts";
export { fastClock } from "./fast-clock.ts";
export { SteppedClock } from "./stepped-clock.ts";
