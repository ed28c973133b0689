import type { HostTrial, Refusal, TrunkAnswer, TrunkTrial } from "@linedesk/contract";
import { describeRefusal } from "../errors/describe-refusal.ts";
import type { SipAnswer, TrunkTest } from "./exchange-trunks.ts";

const SILENCE = "ETIMEDOUT";

/** The reasons of failed connections, by the code of Node or OpenSSL. */
const failures: Readonly<Record<string, Refusal>> = {
  [SILENCE]: "trunk_no_answer",
  ENOTFOUND: "trunk_name_unknown",
  ECONNREFUSED: "trunk_port_closed",
  EHOSTUNREACH: "trunk_unroutable",
  ENETUNREACH: "trunk_unroutable",
  ECONNRESET: "trunk_closed_connection",
  EPIPE: "trunk_closed_connection",
  EPROTO: "trunk_speaks_no_tls",
  CERT_HAS_EXPIRED: "trunk_certificate_expired",
  CERT_NOT_YET_VALID: "trunk_certificate_early",
  ERR_TLS_CERT_ALTNAME_INVALID: "trunk_certificate_other_name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "trunk_certificate_untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "trunk_certificate_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "trunk_certificate_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "trunk_certificate_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "trunk_certificate_untrusted",
};

/** The refusals of a REGISTER (RFC 3261, 10.3) that need different advice. */
const registerRefusals: Readonly<Record<number, (code: number) => Refusal>> = {
  401: refusedPassword,
  403: () => "trunk_registration_forbidden",
  404: () => "trunk_user_unknown",
  405: () => "trunk_takes_no_registration",
  407: refusedPassword,
  408: overloaded,
  423: () => "trunk_expiry_too_short",
  480: overloaded,
};

function refusedPassword(code: number): Refusal {
  return { reason: "trunk_password_refused", params: { code } };
}

function overloaded(code: number): Refusal {
  return { reason: "trunk_overloaded", params: { code } };
}

/** Returns the answers to a test, in words for people. */
export function describeTrial({ hosts }: TrunkTest): TrunkTrial {
  const registers = hosts.some(({ register }) => register !== null);
  const described = hosts.map(({ host, options, register }): HostTrial => {
    const isSilent = register?.type === "failed" && register.code === SILENCE;
    const answers = {
      options: options === null ? null : describeOptions(options, registers && !isSilent),
      register: register === null ? null : describeRegister(register, options),
    };
    const works = answers.options?.isGood !== false && answers.register?.isGood !== false;
    return { host, works, ...answers };
  });
  return { works: described.every(({ works }) => works), hosts: described };
}

/**
 * Every answer except 408 and 503 proves that the host is up. Not every registrar answers OPTIONS,
 * so with `mayBeSilent` a missing answer, 408 or 503 is no fault.
 */
function describeOptions(answer: SipAnswer, mayBeSilent: boolean): TrunkAnswer {
  if (answer.type === "failed" && answer.code !== SILENCE) {
    return toAnswer(false, describeFailure(answer.code));
  }
  if (answer.type === "answered" && answer.status !== 408 && answer.status !== 503) {
    return toAnswer(true, "trunk_answers");
  }
  if (mayBeSilent) {
    return toAnswer(true, "trunk_answers_no_options");
  }
  return toAnswer(false, answer.type === "failed" ? "trunk_no_answer" : overloaded(answer.status));
}

function describeRegister(answer: SipAnswer, options: SipAnswer | null): TrunkAnswer {
  if (answer.type === "failed") {
    const isSilent = answer.code === SILENCE && options?.type === "answered";
    return toAnswer(
      false,
      isSilent ? "trunk_registration_unanswered" : describeFailure(answer.code),
    );
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return toAnswer(true, "trunk_registers");
  }
  const known = registerRefusals[status] ?? (status >= 500 && status < 600 ? overloaded : null);
  return toAnswer(
    false,
    known?.(status) ?? { reason: "trunk_registration_refused", params: { code: status } },
  );
}

function describeFailure(code: string): Refusal {
  if (code.startsWith("ERR_SSL")) {
    return "trunk_speaks_no_tls";
  }
  return failures[code] ?? { reason: "trunk_connection_failed", params: { code } };
}

function toAnswer(isGood: boolean, refusal: Refusal): TrunkAnswer {
  return { isGood, ...describeRefusal(refusal) };
}
