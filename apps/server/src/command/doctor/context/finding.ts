/**
 * `right` needs no action. `warning`: it works now, but not for everybody or not for much longer.
 * `wrong` does not work. `left_out` does not apply here.
 */
export type FindingState = "right" | "warning" | "wrong" | "left_out";

export interface Finding {
  state: FindingState;
  /** One sentence about the result, without secrets and telephone numbers. */
  text: string;
  /** The next step of the person, or `null` when no step is needed. */
  advice: string | null;
}

export function right(text: string): Finding {
  return { state: "right", text, advice: null };
}

/** Returns the finding of a check that does not apply; the text gives the reason. */
export function leftOut(text: string): Finding {
  return { state: "left_out", text, advice: null };
}

export function warning(text: string, advice: string): Finding {
  return { state: "warning", text, advice };
}

export function wrong(text: string, advice: string): Finding {
  return { state: "wrong", text, advice };
}

/** A telephone number in a text from outside: digits of E.164, or the digits behind `sip:`. */
const telephoneNumber = /\+\d[\d ]{5,17}\d|(?<=sips?:)\d{6,15}/g;

/**
 * Replaces secrets and telephone numbers. The texts of the checks contain none, but the messages of
 * other machines may.
 */
export function maskText(text: string, secrets: readonly string[]): string {
  const masked = secrets.reduce((all, secret) => all.replaceAll(secret, "[secret]"), text);
  return masked.replaceAll(telephoneNumber, "[number]");
}
