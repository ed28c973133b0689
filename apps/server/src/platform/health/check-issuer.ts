import * as z from "zod";

import type { IssuerState } from "@linedesk/contract";

export interface IssuerFinding {
  state: IssuerState;
  /** A sentence for people with the remedy; empty while the issuer is up. */
  words: string;
}

const ASK_TIMEOUT_MS = 5_000;
const DISCOVERY = "/.well-known/openid-configuration";
const metadata = z.object({ issuer: z.string(), authorization_endpoint: z.string() });

/** Codes of Node and OpenSSL for a certificate that this machine does not accept. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS_/;

/** Reads the discovery document of the issuer. Never rejects. */
export async function checkIssuer(issuer: string): Promise<IssuerFinding> {
  let answer: Response;
  try {
    answer = await fetch(`${issuer.replace(/\/$/, "")}${DISCOVERY}`, {
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
  } catch (error) {
    return describeFailure(issuer, readCause(error));
  }
  const body: unknown = await answer.json().catch(() => null);
  const parsed = metadata.safeParse(body);
  if (answer.ok && parsed.success && isSame(parsed.data.issuer, issuer)) {
    return { state: "up", words: "" };
  }
  return { state: "wrong", words: describeAnswer(issuer, answer.status, parsed) };
}

function describeAnswer(
  issuer: string,
  status: number,
  parsed: z.ZodSafeParseResult<z.output<typeof metadata>>,
): string {
  if (parsed.success && !isSame(parsed.data.issuer, issuer)) {
    return (
      `The issuer calls itself ${parsed.data.issuer}, and OIDC_ISSUER is ${issuer}. ` +
      "Set OIDC_ISSUER to the name that the issuer gives itself."
    );
  }
  return (
    `${issuer}${DISCOVERY} answers ${status} without a discovery document. Check OIDC_ISSUER; ` +
    "nobody can sign in."
  );
}

function describeFailure(issuer: string, cause: string): IssuerFinding {
  return CERTIFICATE.test(cause)
    ? {
        state: "untrusted",
        words:
          `The certificate of ${issuer} is not trusted (${cause}). Set NODE_EXTRA_CA_CERTS to ` +
          "the file of its authority's certificate; nobody can sign in.",
      }
    : {
        state: "unreachable",
        words:
          `${issuer} cannot be reached (${cause}). Check OIDC_ISSUER, DNS and the firewall; ` +
          "nobody can sign in.",
      };
}

function isSame(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href;
}

/** `fetch` wraps the failure of the connection, whose code names the cause. */
function readCause(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) {
    return String(cause);
  }
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
