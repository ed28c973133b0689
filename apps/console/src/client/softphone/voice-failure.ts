export interface VoiceFailure {
  code: number | null;
  message: string;
}

export function parseVoiceFailure(error: unknown): VoiceFailure {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return {
    code: typeof code === "number" ? code : null,
    message: error instanceof Error ? error.message : "failed",
  };
}

export class InvalidStateError extends Error {
  override name = "InvalidStateError";
  readonly code = "invalid_state";
}
