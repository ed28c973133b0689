import { afterAll, afterEach, beforeAll } from "vitest";

import { Browser, startAuthStation, type AuthStation } from "./auth-station.ts";

type Options = Parameters<typeof startAuthStation>[0];

export interface AuthStations {
  readonly station: AuthStation;
  anotherStation: (options: Options) => Promise<AuthStation>;
  aBrowser: (at?: AuthStation) => Browser;
}

export function useAuthStations(): AuthStations {
  let station: AuthStation;
  const extra: AuthStation[] = [];
  beforeAll(async () => {
    station = await startAuthStation({ env: { SUPPORT_PHONE: "02 7010 1234" } });
  });
  afterAll(() => station?.close());
  afterEach(async () => {
    for (const one of extra.splice(0)) {
      await one.close();
    }
  });
  return {
    get station() {
      return station;
    },
    async anotherStation(options) {
      const started = await startAuthStation(options);
      extra.push(started);
      return started;
    },
    aBrowser: (at = station) => new Browser(at.origin),
  };
}
