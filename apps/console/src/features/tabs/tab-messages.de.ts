export const tabMessagesDe = {
  title: "Ihre Konsole ist in einem anderen Tab offen",
  words: "Dort klingelt es, dort sind die Leitungen und die Tasten. Hier können Sie nur lesen.",
  onLine:
    "{names} {count, plural, one {ist} other {sind}} dort auf {count, plural, one {der Leitung und hört} other {den Leitungen und hören}} kurz Musik, bevor Sie hier weitersprechen.",
  takeOver: "Hierher übernehmen",
};
