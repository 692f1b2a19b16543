/** The longest search for posts, in characters. */
export const longestSearch = 100;

/** Returns the words of a search, each of which a post has to contain. */
export const parseSearch = (text: string): string[] =>
  text
    .slice(0, longestSearch)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 8);
