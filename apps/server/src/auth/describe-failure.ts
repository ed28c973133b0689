/** Without what hangs on such errors: whole answers of the issuer, codes and tokens among them. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { type: typeof error };
  }
  const { name, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { name, code, stack, cause: cause instanceof Error ? cause.message : undefined };
}
