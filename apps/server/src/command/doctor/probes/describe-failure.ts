/** The reasons why a connection fails, by the code of Node's error. */
const connectionWords: Record<string, string> = {
  EACCES: "this user may not read it",
  ENOENT: "the file does not exist",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the other side closed the connection",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "this machine has no route to that network",
  ENOTFOUND: "the name server does not know its name",
  EAI_AGAIN: "the name server does not answer",
  ETIMEDOUT: "no answer came in time",
  TimeoutError: "no answer came in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer came in time",
};

/** The reasons why a certificate is not trusted, by OpenSSL's code, with the repair. */
const certificateWords: Record<string, { text: string; advice: string }> = {
  CERT_HAS_EXPIRED: {
    text: "its certificate has expired",
    advice: "Renew the certificate.",
  },
  CERT_NOT_YET_VALID: {
    text: "its certificate is not valid yet",
    advice: "Correct the clock of this machine, or wait until the certificate is valid.",
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    text: "its certificate is self-signed",
    advice:
      "Use a certificate of an authority that browsers trust, or set NODE_EXTRA_CA_CERTS to the path of this certificate.",
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    text: "its certificate comes from an authority that this machine does not trust",
    advice:
      "Set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of that authority.",
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    text: "its certificate comes from an authority that this machine does not trust",
    advice:
      "Set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of that authority.",
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    text: "it sends only its own certificate, and this machine does not know the authority that signed it",
    advice:
      "Use the file with the whole chain, which is often called fullchain.pem. For an authority of your own, set NODE_EXTRA_CA_CERTS to the path of its certificate.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    text: "its certificate is for another name",
    advice: "Use a certificate that contains this name.",
  },
};

export interface Failure {
  text: string;
  /** The repair of a certificate; `null` when the connection itself failed. */
  advice: string | null;
}

/** Returns the code of an error or of its causes; `fetch` hides the code in the cause. */
export function readCode(error: unknown): string {
  if (!(error instanceof Error)) {
    return "";
  }
  if ("code" in error && typeof error.code === "string") {
    return error.code;
  }
  if (error instanceof AggregateError && error.errors.length > 0) {
    return readCode(error.errors[0]);
  }
  return error.cause === undefined ? error.name : readCode(error.cause);
}

/** Returns the reason of a failed connection as the second half of a sentence. */
export function describeFailure(error: unknown): Failure {
  const code = readCode(error);
  return describeCode(code === "" ? String(error) : code);
}

export function describeCode(code: string): Failure {
  if (code.startsWith("ERR_OSSL")) {
    return { text: "the files are not a certificate and its key", advice: null };
  }
  return certificateWords[code] ?? { text: connectionWords[code] ?? code, advice: null };
}
