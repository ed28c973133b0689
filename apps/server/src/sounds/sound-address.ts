const STORED = /^sound:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([\w.-]{1,80})$/;

/** As a sound that is stored with us stands in place of an address; its name is for people. */
export function writeSoundAddress(id: string, name: string): string {
  return `sound:${id}/${name}`;
}

/** The id of a sound that is stored with us; null of any other address. */
export function readSoundAddress(address: string): string | null {
  return STORED.exec(address)?.[1] ?? null;
}

/** What people read of a sound: the name of one that is stored with us, else its address. */
export function nameSound(address: string): string {
  return STORED.exec(address)?.[2] ?? address;
}

/** Where the telephony service fetches it: one of ours stands beside the built-in sounds. */
export function resolveSound(address: string, builtIn: string): string {
  const id = readSoundAddress(address);
  return id === null ? address : new URL(`/sounds/station/${id}`, builtIn).href;
}

/** A file's name as it may stand in an address. */
export function toSoundName(given: string): string {
  const name = given.replaceAll(/[^\w.-]+/g, "-").slice(-80);
  return name === "" ? "sound" : name;
}
