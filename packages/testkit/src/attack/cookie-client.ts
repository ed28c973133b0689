/** A response whose body has been read. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

export interface Sent {
  method?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

/** An HTTP client that keeps cookies. Only `follow` follows redirects. */
export class CookieClient {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  #csrf = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * Sends a request with the page's CSRF token, unless the headers contain another one. With a body
   * the method is POST.
   */
  async ask(path: string, { method, json, form, headers = {} }: Sent = {}): Promise<Reply> {
    const isBare = json === undefined && form === undefined;
    const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString();
    const kind = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const answer = await fetch(new URL(path, this.origin), {
      method: method ?? (isBare ? "GET" : "POST"),
      redirect: "manual",
      headers: {
        cookie: [...this.cookies].map((pair) => pair.join("=")).join("; "),
        ...(this.#csrf === "" ? {} : { "x-csrf-token": this.#csrf }),
        ...(isBare ? {} : { "content-type": kind }),
        ...headers,
      },
      ...(isBare ? {} : { body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      this.#storeCookie(line);
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Resolves to the API's answer, with any status. */
  async read(path: string, sent: Sent = {}): Promise<Record<string, unknown>> {
    const { text } = await this.ask(`/api${path}`, sent);
    return JSON.parse(text) as Record<string, unknown>;
  }

  async status(path: string, sent: Sent = {}): Promise<number> {
    return (await this.ask(`/api${path}`, sent)).status;
  }

  /**
   * Begins a sign-in with the request that the page sends. Resolves to the address to which it
   * leads.
   */
  async beginSignIn(callbackUrl = "/"): Promise<string> {
    const { csrfToken } = await this.read("/auth/csrf");
    this.#csrf = String(csrfToken);
    const form = { csrfToken: this.#csrf, json: "true", callbackUrl };
    return String((await this.read("/auth/signin/sso", { form }))["url"]);
  }

  /** Signs in at the embedded issuer. Resolves to the last address. */
  async signIn(name: string, callbackUrl = "/"): Promise<string> {
    const page = await this.follow(await this.beginSignIn(callbackUrl));
    const choice = new RegExp(`value="([^"]+)"[^>]*><span class="name">${name}<`).exec(page.text);
    return (await this.follow(page.at, { form: { person: choice?.[1] ?? "" } })).at;
  }

  /** Follows redirects within this origin. Ends at the first one that leads elsewhere. */
  async follow(path: string, sent: Sent = {}): Promise<Reply & { at: string }> {
    let at = new URL(path, this.origin).href;
    let reply = await this.ask(at, sent);
    for (let hop = 0; hop < 10 && reply.headers.has("location"); hop += 1) {
      at = new URL(reply.headers.get("location") ?? "", at).href;
      if (new URL(at).origin !== new URL(this.origin).origin) {
        break;
      }
      reply = await this.ask(at);
    }
    return { ...reply, at };
  }

  #storeCookie(line: string): void {
    const [pair = ""] = line.split(";", 1);
    const at = pair.indexOf("=");
    if (/max-age=0(?:;|$)|expires=Thu, 01 Jan 1970/i.test(line)) {
      this.cookies.delete(pair.slice(0, at));
    } else {
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
