/** A sentence of the server as it is in English, `{name}` for what differs, and in a language. */
export type ServerSentences = readonly (readonly [english: string, translated: string])[];

const ARGUMENT = /\{(\w+)\}/g;
/** What joins several reasons in one sentence. */
const JOINT = ", ";

function toPattern(english: string): RegExp {
  const literal = english.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(ARGUMENT, "(?<$1>.+)")}$`, "u");
}

/** Answers the server's sentence in the language of the list; null where the list has it not. */
export function translateSentence(message: string, sentences: ServerSentences): string | null {
  const whole = sentences.find(([english]) => english === message);
  if (whole !== undefined) {
    return whole[1];
  }
  for (const [english, translated] of sentences) {
    const found = english.includes("{") ? toPattern(english).exec(message)?.groups : undefined;
    if (found !== undefined) {
      return translated.replaceAll(ARGUMENT, (_whole, name: string) =>
        translateParts(found[name] ?? "", sentences),
      );
    }
  }
  return null;
}

/** A name stays; reasons, one or several, are sentences of the list themselves. */
function translateParts(value: string, sentences: ServerSentences): string {
  const find = (part: string) => sentences.find(([english]) => english === part)?.[1];
  const parts = value.split(JOINT).map((part) => find(part) ?? part);
  return find(value) ?? parts.join(JOINT);
}
