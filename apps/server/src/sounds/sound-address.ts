const STORED = /^sound:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([\w.-]{1,80})$/;

/**
 * Returns the address of a stored sound, which takes the place of a URL. The name in it is for
 * people.
 */
export function writeSoundAddress(id: string, name: string): string {
  return `sound:${id}/${name}`;
}

/** Returns the id of a sound that the server stores; `null` for any other address. */
export function readSoundAddress(address: string): string | null {
  return STORED.exec(address)?.[1] ?? null;
}

/** Returns a sound's text for people: the name of a stored sound, otherwise its address. */
export function nameSound(address: string): string {
  return STORED.exec(address)?.[2] ?? address;
}

/** Returns the URL for the telephony service. Stored sounds are next to the built-in ones. */
export function resolveSound(address: string, builtIn: string): string {
  const id = readSoundAddress(address);
  return id === null ? address : new URL(`/sounds/station/${id}`, builtIn).href;
}

/** Returns a file's name in URL-safe form. */
export function toSoundName(given: string): string {
  const name = given.replaceAll(/[^\w.-]+/g, "-").slice(-80);
  return name === "" ? "sound" : name;
}
