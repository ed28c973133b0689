import type { Language } from "@linedesk/contract";
import { authCodes } from "./auth-codes.ts";

interface SignInWords {
  console: string;
  signIn: string;
  goOn: string;
  comeBack: string;
  failed: string;
  retry: string;
  signingIn: string;
  goToSignIn: string;
  trouble: string;
  problems: Readonly<Record<string, string>>;
  unknownProblem: string;
  signedIn: string;
  goToConsole: string;
  rolesStay: string;
  /** The reasons why the groups of a person are not known. */
  gaps: Readonly<Record<string, string>>;
}

const UNFINISHED = "Sign-in did not finish. Try again.";
const UNFINISHED_DE = "Die Anmeldung wurde nicht abgeschlossen. Versuchen Sie es erneut.";

export const signInWords: Record<Language, SignInWords> = {
  "en-AU": {
    console: "Station console",
    signIn: "Sign in",
    goOn: "Continue with your station account",
    comeBack: "You will come back to:",
    failed: "Sign-in did not finish",
    retry: "Try again",
    signingIn: "Signing in",
    goToSignIn: "Go on to sign-in",
    trouble: "Trouble signing in?",
    problems: {
      SessionRequired: "Please sign in to continue.",
      OAuthSignin: "The sign-in service does not answer. Try again in a moment.",
      OAuthCallback: UNFINISHED,
      Callback: UNFINISHED,
      Cancelled:
        "Sign-in was cancelled. Try again, or ask an administrator if you did not cancel it.",
      AccessDenied: "This account may not use this station console. Ask an administrator.",
      Configuration: "Sign-in is not set up correctly. Ask an administrator.",
      IssuerMismatch:
        "The sign-in service has another name than the station expects. Ask an administrator to compare OIDC_ISSUER with the name that the service gives itself.",
      ClockOff:
        "The clocks of the sign-in service and of the station differ by more than two minutes. Ask an administrator to correct them.",
      Discovery:
        "The sign-in service has no OpenID description at the configured address. Ask an administrator to check OIDC_ISSUER.",
      LoginRequired:
        "You must first sign in or give your consent at the sign-in service. Try again.",
      Unavailable: "The sign-in service has a fault. Try again in a moment.",
      Refused:
        "The sign-in service refused the sign-in. Ask an administrator: the station's log has its reason.",
      SigningMethod:
        "The sign-in service does not sign with a key of its own. Ask an administrator to choose a signing key (such as RS256) for this application there.",
      UserInfo:
        "The sign-in service did not tell the station who you are. Ask an administrator: the station's log has the reason.",
      Expired: "This sign-in began more than 30 minutes ago, or in another browser. Try again.",
      Csrf: "The page was open for too long. Try again.",
      INVALID_CALLBACK_URL_ERROR: authCodes.INVALID_CALLBACK_URL_ERROR.message,
    },
    unknownProblem: UNFINISHED,
    signedIn: "You are signed in",
    goToConsole: "Go on to the console",
    rolesStay: "Your roles stay as they were. Tell an administrator if you lack a role.",
    gaps: {
      elsewhere: "The sign-in service left your groups out.",
      too_many: "The sign-in service sent more than 1,000 groups.",
      unreadable: "The sign-in service sent groups that the station cannot read.",
      unanswered: "The sign-in service did not answer the request for your groups.",
      owner_unverified:
        "The sign-in service did not send the address that OWNER_EMAIL names as a verified e-mail address, so you are not the owner. Let it send the claim email, set OIDC_EMAILS_VERIFIED=true if it sends no email_verified, and sign in again.",
    },
  },
  de: {
    console: "Konsole des Senders",
    signIn: "Anmelden",
    goOn: "Weiter mit Ihrem Senderkonto",
    comeBack: "Danach kommen Sie zurück zu:",
    failed: "Anmeldung nicht abgeschlossen",
    retry: "Erneut versuchen",
    signingIn: "Anmeldung",
    goToSignIn: "Weiter zur Anmeldung",
    trouble: "Probleme bei der Anmeldung?",
    problems: {
      SessionRequired: "Bitte melden Sie sich an, um fortzufahren.",
      OAuthSignin: "Der Anmeldedienst antwortet nicht. Versuchen Sie es gleich noch einmal.",
      OAuthCallback: UNFINISHED_DE,
      Callback: UNFINISHED_DE,
      Cancelled:
        "Die Anmeldung wurde abgebrochen. Versuchen Sie es erneut, oder fragen Sie die Administration, wenn Sie nicht abgebrochen haben.",
      AccessDenied:
        "Dieses Konto darf die Konsole des Senders nicht verwenden. Fragen Sie die Administration.",
      Configuration: "Die Anmeldung ist nicht richtig eingerichtet. Fragen Sie die Administration.",
      IssuerMismatch:
        "Der Anmeldedienst hat einen anderen Namen, als der Sender erwartet. Bitten Sie die Administration, OIDC_ISSUER mit dem Namen zu vergleichen, den der Dienst sich gibt.",
      ClockOff:
        "Die Uhren des Anmeldedienstes und des Senders weichen um mehr als zwei Minuten voneinander ab. Bitten Sie die Administration, sie zu stellen.",
      Discovery:
        "Der Anmeldedienst hat unter der eingestellten Adresse keine OpenID-Beschreibung. Bitten Sie die Administration, OIDC_ISSUER zu prüfen.",
      LoginRequired:
        "Sie müssen sich zuerst beim Anmeldedienst anmelden oder dort zustimmen. Versuchen Sie es erneut.",
      Unavailable: "Der Anmeldedienst ist gestört. Versuchen Sie es gleich noch einmal.",
      Refused:
        "Der Anmeldedienst hat die Anmeldung abgelehnt. Fragen Sie die Administration: Der Grund steht im Protokoll des Senders.",
      SigningMethod:
        "Der Anmeldedienst unterschreibt nicht mit einem eigenen Schlüssel. Bitten Sie die Administration, dort für diese Anwendung einen Signaturschlüssel (etwa RS256) zu wählen.",
      UserInfo:
        "Der Anmeldedienst hat dem Sender nicht mitgeteilt, wer Sie sind. Fragen Sie die Administration: Der Grund steht im Protokoll des Senders.",
      Expired:
        "Diese Anmeldung begann vor mehr als 30 Minuten oder in einem anderen Browser. Versuchen Sie es erneut.",
      Csrf: "Die Seite war zu lange offen. Versuchen Sie es erneut.",
      INVALID_CALLBACK_URL_ERROR: "Die Adresse für die Rückkehr gehört nicht zu diesem Sender.",
    },
    unknownProblem: UNFINISHED_DE,
    signedIn: "Sie sind angemeldet",
    goToConsole: "Weiter zur Konsole",
    rolesStay:
      "Ihre Rollen bleiben, wie sie waren. Wenden Sie sich an die Administration, wenn Ihnen eine Rolle fehlt.",
    gaps: {
      elsewhere: "Der Anmeldedienst hat Ihre Gruppen weggelassen.",
      too_many: "Der Anmeldedienst hat mehr als 1.000 Gruppen gesendet.",
      unreadable: "Der Anmeldedienst hat Gruppen gesendet, die der Sender nicht lesen kann.",
      unanswered: "Der Anmeldedienst hat die Frage nach Ihren Gruppen nicht beantwortet.",
      owner_unverified:
        "Der Anmeldedienst hat die Adresse, die OWNER_EMAIL nennt, nicht als bestätigte E-Mail-Adresse gesendet. Deshalb sind Sie nicht Eigentümer. Lassen Sie ihn den Anspruch email senden, setzen Sie OIDC_EMAILS_VERIFIED=true, wenn er kein email_verified sendet, und melden Sie sich erneut an.",
    },
  },
};
