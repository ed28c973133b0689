import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate for `name`, its own authority, in files of that folder. */
export function tlsMaterial(folder: string, name: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const files = ["-keyout", key, "-out", cert, "-days", "2", "-nodes"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", ["req", ...kind, ...subject, ...files], { stdio: "ignore" });
  return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
}
