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
      Csrf: "The page was open for too long. Try again.",
      INVALID_CALLBACK_URL_ERROR: authCodes.INVALID_CALLBACK_URL_ERROR.message,
    },
    unknownProblem: UNFINISHED,
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
      Csrf: "Die Seite war zu lange offen. Versuchen Sie es erneut.",
      INVALID_CALLBACK_URL_ERROR: "Die Adresse für die Rückkehr gehört nicht zu diesem Sender.",
    },
    unknownProblem: UNFINISHED_DE,
  },
};
