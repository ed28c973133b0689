/**
 * The issuer did not answer the request for a person's claims, or answered about another person.
 */
export class UserInfoError extends Error {
  override name = "UserInfoError";

  constructor(cause: unknown) {
    super("The issuer's userinfo has no claims of the person", { cause });
  }
}
