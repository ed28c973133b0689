export const tabMessagesDe = {
  title: "Ihre Konsole ist in einem anderen Tab offen",
  words: "Dort klingelt es, dort sind die Leitungen und die Tasten. Hier können Sie lesen.",
  onLine:
    "{names} {count, plural, one {ist} other {sind}} dort auf {count, plural, one {der Leitung und kommt} other {den Leitungen und kommen}} mit: kurz Musik, dann hier.",
  takeOver: "Hierher übernehmen",
};
