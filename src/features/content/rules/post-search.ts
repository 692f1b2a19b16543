/** The maximum length of a search for posts, in characters. */
export const maxSearchLength = 100;

/** Returns the words of a search. A post must contain all of them. */
export const parseSearch = (text: string): string[] =>
  text
    .slice(0, maxSearchLength)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 8);
