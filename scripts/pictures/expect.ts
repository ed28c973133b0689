import { expect as playwrightExpect } from "@playwright/test";

/** The default of five seconds is shorter than the delays of a busy machine. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });
