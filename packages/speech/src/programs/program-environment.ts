const PASSED_ON = ["PATH", "HOME", "LANG", "TMPDIR"];

/** Returns the environment of a program that we start: paths and locale, but no secrets. */
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
