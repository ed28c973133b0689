import { AuthError } from "./auth-codes.ts";

/**
 * Where to go after signing in or out: an address of our own origin, given whole or as a path;
 * the front page when none is given. Throws `INVALID_CALLBACK_URL_ERROR` for any other [AU19].
 */
export function resolveCallbackUrl(given: string | undefined, origin: string): string {
  if (given === undefined || given === "") {
    return `${origin}/`;
  }
  if (!URL.canParse(given, origin)) {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  const url = new URL(given, origin);
  // A `blob:` address has the origin of the page that made it, and is none of our pages.
  const isPage = url.protocol === new URL(origin).protocol;
  if (!isPage || url.origin !== origin || url.username !== "" || url.password !== "") {
    throw new AuthError("INVALID_CALLBACK_URL_ERROR");
  }
  return url.href;
}

/** The same, and the front page instead of an error. */
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
