export class InsecureIssuerError extends Error {
  override name = "InsecureIssuerError";
  readonly code = "issuer_insecure";

  constructor(url: string) {
    super(`The issuer names ${url}, which is neither https nor on this machine`);
  }
}
