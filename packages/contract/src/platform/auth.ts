import * as z from "zod/mini";

/** `GET /api/auth/session`; an empty object when nobody is signed in. */
export const authSession = z.union([
  z.object({
    user: z.object({
      id: z.uuid(),
      /**
       * The same value as `id`, and the voice identity. A server of another release may omit it.
       */
      uuid: z.optional(z.uuid()),
      name: z.string(),
      email: z.nullable(z.string()),
    }),
    expires: z.string(),
  }),
  z.object({}),
]);
export type AuthSession = z.output<typeof authSession>;

/** `GET /api/auth/providers`, an object by name. The console uses only the names. */
export const authProviders = z.record(z.string(), z.unknown());
export const authCsrf = z.object({ csrfToken: z.string() });
/** `POST /api/auth/signin/{provider}` and `signout` with `json: true`. */
export const authRedirect = z.object({ url: z.string() });
