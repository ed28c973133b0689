import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "@playwright/test";
import { Provider } from "oidc-provider";

const CLIENT_ID = "studio";
const CLIENT_SECRET = "a secret of the issuer's client, long enough";

/**
 * A third-party OpenID Connect issuer: the library without changes, with its own pages, keys and
 * consent. A person who signs in has the verified address `LOGIN@example.com`.
 */
export class ForeignIssuer implements AsyncDisposable {
  readonly #server: Server;
  readonly address: string;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts an issuer with one client, the desk at that origin. */
  static async start(deskOrigin: string): Promise<ForeignIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = new ForeignIssuer(server);
    const provider = new Provider(issuer.address, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${deskOrigin}/api/auth/callback/sso`],
          post_logout_redirect_uris: [deskOrigin],
        },
      ],
      ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 3_600, Session: 3_600 },
      claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
      findAccount: (_ctx, login) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          name: `${login.slice(0, 1).toUpperCase()}${login.slice(1)}`,
          email: `${login}@example.com`,
          email_verified: true,
        }),
      }),
    });
    const answer = provider.callback();
    server.on("request", (request, response) => void answer(request, response));
    return issuer;
  }

  /** The station's settings for this issuer. */
  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.address,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    };
  }

  /** Signs in on the issuer's own pages, which the desk has opened. */
  async signIn(page: Page, login: string): Promise<void> {
    await page.waitForURL(`${this.address}/**`);
    await page.getByPlaceholder("Enter any login").fill(login);
    await page.getByPlaceholder("and password").fill("anything");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
