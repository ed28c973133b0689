import type { AudioServerConfig } from "./config/config-shape.ts";
import { type Credentials, CredentialsError, CredentialsFile } from "./station/credentials.ts";
import { pairWithStation, StationApiError } from "./station/station-api.ts";

export async function pairMachine(
  { station, data }: AudioServerConfig,
  code: string,
  machine: string,
): Promise<Credentials> {
  const file = new CredentialsFile(data, machine);
  const credentials = await exchangeCode(station, code, file);
  file.write(credentials);
  return credentials;
}

export async function findCredentials(
  { station, data, pairingCode }: AudioServerConfig,
  machine: string,
): Promise<Credentials> {
  const file = new CredentialsFile(data, machine);
  const stored = pairingCode === null ? file.read() : null;
  if (stored !== null) {
    return stored;
  }
  if (pairingCode === null) {
    throw new StationApiError(
      "This audio server is not paired. Add a code in the admin area of the station, " +
        "then run npm run audio-server -- pair CODE.",
      null,
    );
  }
  const credentials = await exchangeCode(station, pairingCode, file).catch((error: unknown) => {
    // A service's environment still contains the pairing code after its use. The station refuses a
    // used code, so the audio server uses the credentials that it stored after the first use.
    const before = isFinal(error) ? file.read() : null;
    if (before === null) {
      throw error;
    }
    return before;
  });
  file.write(credentials);
  return credentials;
}

async function exchangeCode(station: string, code: string, file: CredentialsFile) {
  file.checkStorable();
  return await pairWithStation(station, code);
}

/**
 * Returns true if the station has answered or the key cannot be stored, and false if the station
 * was not reached.
 */
function isFinal(error: unknown): boolean {
  return (
    error instanceof CredentialsError || (error instanceof StationApiError && error.status !== null)
  );
}
