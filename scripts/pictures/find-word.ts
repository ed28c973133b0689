/** Returns a word of the console by its name. Throws if no word has this name. */
export function findWord(words: Readonly<Record<string, string>>, name: string): string {
  const word = words[name];
  if (word === undefined) {
    throw new Error(`The console has no word named ${name}.`);
  }
  return word;
}
