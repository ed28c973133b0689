/** Linedesk cannot start. The message begins with the reason, for the person who starts it. */
export class StartError extends Error {
  override name = "StartError";
  readonly code = "start_failed";
}

/** Debian's packages of the system libraries that our binaries need. */
const packages: [RegExp, string][] = [
  [/^libstdc\+\+/, "libstdc++6"],
  [/^libgcc_s/, "libgcc-s1"],
  [/^lib(c|m|dl|rt|pthread)\.so/, "libc6"],
  [/^libxml2/, "libxml2"],
  [/^libz\.so/, "zlib1g"],
  [/^liblzma/, "liblzma5"],
  [/^libssl|^libcrypto/, "libssl3"],
  [/^libicu/, "libicu72"],
  [/^libuuid|^libossp-uuid/, "libossp-uuid16"],
];

/**
 * Returns an error message with the command that installs the missing library which a part's last
 * output names. Returns `null` if it names none.
 */
export function missingLibrary(part: string, words: string): string | null {
  const found =
    /error while loading shared libraries: (\S+?):/.exec(words) ??
    /(lib\S+?): cannot open shared object file/.exec(words);
  const library = found?.[1];
  if (library === undefined) {
    return null;
  }
  const [, name = library] = packages.find(([pattern]) => pattern.test(library)) ?? [];
  return `The ${part} needs ${library}, which this machine lacks. Run apt-get install -y ${name}`;
}

export function toStartError(name: string, error: unknown): Error {
  if (!(error instanceof Error)) {
    return new StartError(`The ${name} could not be started.`);
  }
  const library = missingLibrary(name, `${error.message} ${String(error.cause)}`);
  return library === null ? error : new StartError(library, { cause: error });
}

/** Matches the warnings of Node and of libraries that come before the reason. */
const WARNING = /^(?:\(node:\d+\)|\(Use `node|[\w-]+ WARNING: )/;

/** A part explains its failure in its last output, which begins with a sentence for people. */
export function toExitError(name: string, words: string): StartError {
  const library = missingLibrary(name, words);
  if (library !== null) {
    return new StartError(library);
  }
  const lines = words.split("\n").filter((line) => line.trim() !== "" && !WARNING.test(line));
  const reason =
    lines.length === 0 ? "It gave no reason; see its log." : lines.slice(-8).join("\n");
  return new StartError(`The ${name} could not be started. ${reason}`);
}
