export class SoundDefinitionError extends Error {
  override name = "SoundDefinitionError";
  readonly code = "sound_incomplete";
}

export interface SoundDefinition {
  name: string;
  url: string;
}

const soundNames = [
  "incoming",
  "outgoing",
  "disconnect",
  "dtmf0",
  "dtmf1",
  "dtmf2",
  "dtmf3",
  "dtmf4",
  "dtmf5",
  "dtmf6",
  "dtmf7",
  "dtmf8",
  "dtmf9",
  "dtmfh",
  "dtmfs",
] as const;

export function defineSound(name: string, url: string): SoundDefinition {
  if (name === "" || url === "") {
    throw new SoundDefinitionError("A sound needs a name and a url");
  }
  return { name, url };
}

export function voiceSounds(baseUrl: string): Record<string, string> {
  return Object.fromEntries(
    soundNames
      .map((name) => defineSound(name, `${baseUrl.replace(/\/$/, "")}/${name}.wav`))
      .map(({ name, url }) => [name, url]),
  );
}
