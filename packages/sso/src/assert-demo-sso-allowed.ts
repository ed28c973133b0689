/** The demonstration issuer would sign anybody in, so it does not start. */
export class DemoSsoRefusedError extends Error {
  override name = "DemoSsoRefusedError";
  readonly code = "demo_sso_refused";
}

export interface DemoSsoSetting {
  /** The hosts of the listeners and the public addresses. */
  addresses: readonly string[];
  isAllowed: boolean;
}

/** Throws DemoSsoRefusedError if an address is not loopback and the setting does not allow that. */
export function assertDemoSsoAllowed(setting: DemoSsoSetting): void {
  const address = setting.addresses.find((candidate) => !isLoopback(parseHost(candidate)));
  if (setting.isAllowed || address === undefined) {
    return;
  }
  throw new DemoSsoRefusedError(
    `The demonstration sign-in lets anybody in without a password and is not started ` +
      `on the public address ${address}. Set OIDC_ISSUER to your own issuer, or ALLOW_DEMO_SSO=true ` +
      `if this is a demonstration.`,
  );
}

function parseHost(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : address;
  return host.replace(/^\[|\]$/g, "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
