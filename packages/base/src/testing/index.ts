export { FakeClock, settled } from "./fake-clock.ts";
export { hasty } from "./hasty-clock.ts";
export { TurnedClock } from "./turned-clock.ts";
