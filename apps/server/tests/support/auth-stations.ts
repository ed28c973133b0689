import { afterAll, afterEach } from "vitest";

import { Browser, startAuthStation, type AuthStation } from "./auth-station.ts";
import { openTestDatabase } from "./database.ts";

/** Opens a station for all tests of a file, and others for single tests, on one database. */
export async function useAuthStations() {
  const { db } = await openTestDatabase();
  const station = await startAuthStation(db, { env: { SUPPORT_PHONE: "02 7010 1234" } });
  afterAll(() => station.close());
  const extra: AuthStation[] = [];
  afterEach(async () => {
    for (const one of extra.splice(0)) {
      await one.close();
    }
  });
  async function anotherStation(options: Parameters<typeof startAuthStation>[1]) {
    const started = await startAuthStation(db, options);
    extra.push(started);
    return started;
  }
  return { db, station, anotherStation, aBrowser: (at = station) => new Browser(at.origin) };
}
