import { readFile } from "node:fs/promises";
import { type AddressInfo, isIP } from "node:net";
import { connect, createServer, type PeerCertificate } from "node:tls";

const CONNECT_TIMEOUT_MS = 3_000;

export interface Presented {
  validTo: Date;
  /**
   * The code of the problem: OpenSSL's for the chain, Node's for the name; `null` for a trusted
   * certificate.
   */
  problem: string | null;
  fingerprint: string;
}

interface Listener {
  host: string;
  port: number;
  /** The name that the certificate must contain. */
  name: string;
}

/** Returns the certificate that a listener presents. An untrusted one is a result, not an error. */
export function fetchCertificate({ host, port, name }: Listener): Promise<Presented> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(name) === 0 ? { servername: name } : { host, servername: "" }),
      rejectUnauthorized: false,
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => {
      socket.destroy(Object.assign(new Error("no TLS answer"), { code: "ETIMEDOUT" }));
    });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const certificate = socket.getPeerCertificate();
      const { authorizationError: problem } = socket;
      socket.destroy();
      resolve({ ...readCertificate(certificate), problem: readProblem(problem) });
    });
  });
}

function readCertificate(certificate: PeerCertificate): Omit<Presented, "problem"> {
  return { validTo: new Date(certificate.valid_to), fingerprint: certificate.fingerprint256 };
}

/** Node's types declare an `Error`, but at run time the value is a code, or `null`. */
function readProblem(problem: unknown): string | null {
  if (problem === null || problem === undefined || problem === "") {
    return null;
  }
  if (typeof problem === "string") {
    return problem;
  }
  return problem instanceof Error && "code" in problem ? String(problem.code) : "UNKNOWN";
}

/**
 * Starts a listener on loopback with the two files, and returns the certificate that it presents.
 * Throws when the files cannot be read or do not belong together.
 */
export async function presentFiles(
  { cert, key }: { cert: string; key: string },
  name: string,
): Promise<Presented> {
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await fetchCertificate({ host: "127.0.0.1", port, name });
  } finally {
    server.close();
  }
}
