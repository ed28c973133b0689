const WORDS = [
  ..."fuck,fucked,fucker,fuckers,fucking,motherfucker,motherfucking,shit,shits,shitty".split(","),
  ..."bullshit,cunt,cunts,bitch,bitches,asshole,assholes,arsehole,bastard,bastards".split(","),
  ..."dick,dickhead,cock,cocksucker,pussy,whore,slut,wanker,wankers,nigger,faggot".split(","),
];
const ANY = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "gi");

/** Swear words with all but their first letter as stars. */
export function hideProfanity(text: string): string {
  return text.replace(ANY, (word) => word.charAt(0) + "*".repeat(word.length - 1));
}
