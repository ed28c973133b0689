import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TlsMaterial {
  cert: string;
  key: string;
}

/** Creates a self-signed certificate for `name` in files of that folder. */
export function tlsMaterial(folder: string, name: string): TlsMaterial {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const files = ["-keyout", key, "-out", cert, "-days", "2", "-nodes"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  openssl("req", ...kind, ...subject, ...files);
  return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
}

/** Creates a certificate that expired yesterday. */
export function expiredMaterial(folder: string, name: string): TlsMaterial {
  const { key } = tlsMaterial(folder, name);
  const [cert, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  openssl("x509", "-in", cert, "-signkey", keyFile, "-days", "-1", "-out", cert);
  return { cert: readFileSync(cert, "utf8"), key };
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
