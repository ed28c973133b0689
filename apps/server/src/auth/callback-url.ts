import { AuthError } from "./auth-codes.ts";

/**
 * Where to go after signing in or out: an address of our own origin, given whole or as a path;
 * the front page when none is given. Throws `INVALID_CALLBACK_URL_ERROR` for any other.
 */
export function resolveCallbackUrl(given: string | undefined, origin: string): string {
  if (given === undefined || given === "") {
    return `${origin}/`;
  }
  if (!URL.canParse(given, origin)) {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  const url = new URL(given, origin);
  // The origin of `blob:` is that of the address within it: what it opens is a page's own making.
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  if (!isWeb || url.origin !== origin || url.username !== "" || url.password !== "") {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  return url.href;
}

export function resolveCallbackUrlOrRoot(given: string | undefined, origin: string): string {
  try {
    return resolveCallbackUrl(given, origin);
  } catch (error) {
    if (error instanceof AuthError) {
      return `${origin}/`;
    }
    throw error;
  }
}
