const PASSED_ON = ["PATH", "HOME", "LANG", "TMPDIR"];

/** What a program that we start may know of ours: where things are, and none of our secrets. */
export function programEnvironment(
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = own[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
